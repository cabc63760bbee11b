// The element. No registration: that is src/define.ts.
export type { Mode } from './attributes.js';
export type { TokenAnswer, TokenProvider, TokenRequest } from './token-provider.js';
export type { LinkOutcome, OpenOptions } from './open-link.js';
export type { ProviderHelp } from './provider-help.js';
export type * from './svc-link.events.js';
export type * from './svc-link.props.js';
export { SvcLink } from './svc-link.js';
export { register } from './register.js';
