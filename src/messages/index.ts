// The words of the product and how they are filled in. No templates, no choosing of a step or an action.
export { enFirst } from './en-first.js';
export { enOverlay } from './en-overlay.js';
export { enRemote } from './en-remote.js';
export { enSteps } from './en-steps.js';
export type { MessageKey, MessageOverrides, Messages } from './en.js';
export * from './message.js';
