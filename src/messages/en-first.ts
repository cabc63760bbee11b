import type { Message } from './message.js';

/** What the first screen says: part of the first chunk, so every word here costs time. */
export const enFirst = {
  'common.label': 'Connect a device or app',
  'common.app': 'the app',
  'common.app-first': 'The app',
  'common.provider': 'your device or app',
  'common.provider-first': 'Your device or app',
  'common.close': 'Close',
  'common.retry': 'Try again',
  'common.reload': 'Reload the page',
  'common.list-separator': ', ',

  'resource.body': 'body measurements',
  'resource.calories_active': 'active calories',
  'resource.fat': 'body fat',
  'resource.heartrate': 'heart rate',
  'resource.hrv': 'heart rate variability',
  'resource.hypnogram': 'sleep chart',
  'resource.inhaler_usage': 'inhaler use',
  'resource.meal': 'meals',
  'resource.note': 'notes',
  'resource.sleep_cycle': 'sleep stages',
  'resource.vo2_max': 'VO₂ max',
  'resource.workout_stream': 'workout details',

  'step.loading.title': 'Getting things ready',
  'step.loading.failed': 'We couldn’t load this page. Check your internet connection.',

  'step.select-provider.title': 'Choose a device or app',
  'step.select-provider.text': 'You decide what {a} can see.',
  'step.select-provider.search': 'Search',
  'step.select-provider.list': 'Devices and apps',
  'step.select-provider.no-match': 'Nothing matches “{query}”',
  'step.select-provider.no-match-text': 'Check the spelling, or search for the brand.',
  'step.select-provider.none': 'There is nothing to connect here yet',
  'step.select-provider.none-text': 'Go back to {a} and try again later.',
  'step.select-provider.connected': 'Connected',
  'step.select-provider.unavailable': 'Not available here',
} as const satisfies Record<string, Message>;
