import type { Message } from './message.js';

/** The words in the page while the widget is in its own window. */
export const enRemote = {
  'window.title': 'Continue in the other window',
  'window.show': 'Show the window',
  'window.continue': 'Continue',
  'window.blocked': 'Your browser stopped the window from opening.',
  'window.new': 'Continue in a new window',
} as const satisfies Record<string, Message>;
