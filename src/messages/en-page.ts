import type { Message } from './message.js';

/** What the hosted page says around the widget, or in place of its words. */
export const enPage = {
  'page.connecting-as': 'You’re connecting as {name}',
  'page.same-window.text': 'You’ll sign in to {p}, choose what to share, then come back here.',
  'page.external.text': 'Your browser will open. Sign in to {p} there and choose what to share.',
  'page.external.title': 'Finish in your browser',
  'page.external.again': 'Open your browser again',
  'page.done.text': '{a} can now see the data you agreed to share. You can close this page.',
} as const satisfies Record<string, Message>;
