import type { Message } from './message.js';

/** The words of the hosted page when it shows no widget: in the window that OAuth opens, and before and after a run. */
export const enScreens = {
  starting: { title: 'One moment…', text: 'Getting ready to connect your account.' },
  leaving: { title: 'Taking you to {p}…', text: '{p} will ask what you want to share.' },
  connected: { title: '{p} is connected', text: 'You can go back to the app now.' },
  cancelled: {
    title: 'You didn’t finish connecting {p}',
    // Also true of a renewed connection, which shares the same data as before.
    text: 'Nothing has changed. Go back to the app if you want to try again.',
  },
  disconnected: { title: '{p} is disconnected', text: 'You can go back to the app now.' },
  left: { title: 'You can close this page', text: 'Go back to the app to see what you can do next.' },
  failed: {
    title: 'We couldn’t connect {p}',
    text: 'Go back to the app to see what you can do next.',
  },
  unfinished: { title: '{p} isn’t connected yet', text: 'Go back to the app and start again.' },
  lost: { title: 'This window can’t reach the app', text: 'Go back to the app and start again.' },
  'not-loaded': {
    title: 'This page didn’t load',
    text: 'Check your internet connection, then try again.',
  },
  'no-cookies': {
    title: 'Your browser blocks cookies',
    text: 'Allow them for this page, then try again.',
  },
  nothing: {
    title: 'Start from your app',
    text: 'Go back to the app or website and choose what to connect there.',
  },
  'going-back': { title: 'Taking you back…', text: 'If nothing happens, you can close this page.' },
  // `account` replaces the name of an unknown provider; `account-first` does so at the start of a sentence.
  words: {
    account: 'your account',
    'account-first': 'Your account',
    close: 'Close this window',
    retry: 'Try again',
  },
} as const satisfies Record<string, Record<string, Message>>;
