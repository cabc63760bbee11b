// The class and its public types. Nothing here registers the element: import svc-link/define for that.
export type { PublicResult } from './contract/index.js';
export type * from './element/index.js';
export { SvcLink } from './element/index.js';
export type { Step } from './flow/index.js';
export type { MessageKey, MessageOverrides } from './messages/index.js';
