import { enPage, enScreens, type MessageOverrides } from '../messages/index.js';
import { word } from './speech.js';

/** A text around the widget, in the language that the page speaks by now. */
export const pageWord = (key: keyof typeof enPage): string => word(key) ?? enPage[key];

/** For a page that the provider's page replaces. */
export const sameWindowWords = (): MessageOverrides => ({
  'step.authorize.text': pageWord('page.same-window.text'),
  'problem.popup_closed.title': word('page.leaving.title') ?? enScreens.leaving.title,
  'problem.popup_closed.text': word('page.leaving.text') ?? enScreens.leaving.text,
});

/** For an app that opens the system's browser. */
export const externalWords = (): MessageOverrides => ({
  'step.authorize.text': pageWord('page.external.text'),
  'problem.popup_closed.title': pageWord('page.external.title'),
  'problem.popup_closed.action': pageWord('page.external.again'),
});

/** For a page that nothing follows. */
export const lastPageWords = (): MessageOverrides => ({ 'step.done.text': pageWord('page.done.text') });
