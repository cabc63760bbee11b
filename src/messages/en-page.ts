import type { Message } from './message.js';

/** What the hosted page says around the widget, or in place of its words. */
export const enPage = {
  'page.connecting-as': 'You are connecting as {name}',
  'page.same-window.text': 'You sign in with {p}, choose what to share, and come back here.',
  'page.external.text': 'Your browser opens. Sign in with {p} there and choose what to share.',
  'page.external.title': 'Finish in your browser',
  'page.external.again': 'Open the browser again',
  'page.done.text': '{a} can now see the data you agreed to share. You can close this page.',
} as const satisfies Record<string, Message>;
