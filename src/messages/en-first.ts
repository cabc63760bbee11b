import { keyed } from './keyed.js';
import type { Message } from './message.js';

const steps = {
  loading: {
    title: 'Getting things ready',
    failed: 'We couldn’t load this page. Check your internet connection.',
  },
  'select-provider': {
    title: 'Choose a device or app',
    text: 'You decide what {a} can see.',
    search: 'Search',
    list: 'Devices and apps',
    'no-match': 'Nothing matches “{query}”',
    'no-match-text': 'Check the spelling, or search for the brand.',
    none: 'There is nothing to connect here yet',
    'none-text': 'Go back to {a} and try again later.',
    connected: 'Connected',
    broken: 'Sign in again',
    degraded: 'Having problems right now',
    unavailable: 'Not available here',
  },
} as const satisfies Record<string, Record<string, Message>>;

/** The words of the first screen. They are part of the first chunk, so every word here costs time. */
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

  ...keyed('step', steps),
} as const satisfies Record<string, Message>;
