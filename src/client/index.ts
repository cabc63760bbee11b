// Typed requests over the contract, for browsers and servers. No flow, no DOM beyond fetch.
export { ClientError, failureOf, type ClientErrorCode, type ClientFailure } from './client-error.js';
export { createClient, type Client } from './create-client.js';
export type {
  CallOptions,
  ClientOptions,
  ManagedCallOptions,
  RepeatableCallOptions,
} from './client-options.js';
export type { ExportedConnection } from './bulk-calls.js';
export type { Begun, WaitOptions } from './bulk-operations.js';
export type { ManagementCalls } from './management-calls.js';
export type { DeletedUser } from './user-calls.js';
export { codeOfStatus } from './code-of-status.js';
export {
  createLinkClient,
  createStartedLinkClient,
  type LinkClient,
  type StartedLinkClient,
} from './link-client.js';
export { createLinkSend, type LinkClientOptions } from './link-send.js';
export { createSend, type RequestOf, type Send, type SendOptions } from './send.js';
