// The words of the product and how values are filled in. No templates, and no choice of a step or an action.
export { enChoice } from './en-choice.js';
export { enDisconnect } from './en-disconnect.js';
export { enFirst } from './en-first.js';
export { enHandoff } from './en-handoff.js';
export { enOverlay } from './en-overlay.js';
export { enPage } from './en-page.js';
export { enPhone } from './en-phone.js';
export { enReconnect } from './en-reconnect.js';
export { enReceipt } from './en-receipt.js';
export { enRefusals } from './en-refusals.js';
export { enRemote } from './en-remote.js';
export { enScreens } from './en-screens.js';
export { enSteps } from './en-steps.js';
export type { MessageKey, MessageOverrides } from './en.js';
export * from './language-of.js';
export { loadLanguage, type Language } from './languages.js';
export * from './message.js';
export type { Translation } from './translation.js';
