import type { MessageOverrides } from '../messages/index.js';
import type { Screen } from './texts.js';

/** While the page goes to the redirect URL, and after it where that belongs to an app. */
export const goingBack: Screen = {
  look: 'busy',
  title: 'Taking you back…',
  text: 'You can close this page if nothing happens.',
};

/** Who is being connected, at the foot of every step. */
export const connectingAs = 'You are connecting as {name}';

/** Where the provider takes this page's place. */
export const sameWindowWords: MessageOverrides = {
  'step.authorize.text': 'You sign in with {p}, choose what to share, and come back here.',
  'problem.popup_closed.title': 'Taking you to {p}',
  'problem.popup_closed.text': '{p} will ask what you want to share.',
};

/** Where the app opens the system's browser. */
export const externalWords: MessageOverrides = {
  'step.authorize.text': 'Your browser opens. Sign in with {p} there and choose what to share.',
  'problem.popup_closed.title': 'Finish in your browser',
  'problem.popup_closed.action': 'Open the browser again',
};

/** Where nothing follows the last step. */
export const lastPageWords: MessageOverrides = {
  'step.done.text': '{a} can now see the data you agreed to share. You can close this page.',
};
