import type { Message } from './message.js';

/** The words of the hosted page around the widget, or instead of the widget's words. */
export const enPage = {
  'page.connecting-as': 'You’re connecting as {name}',
  'page.same-window.text': 'You’ll sign in to {p}, choose what to share, then come back here.',
  'page.external.text': 'Your browser will open. Sign in to {p} there and choose what to share.',
  'page.external.title': 'Finish in your browser',
  'page.external.again': 'Open your browser again',
  'page.done.text': '{a} can now see the data you agreed to share. You can close this page.',
} as const satisfies Record<string, Message>;
