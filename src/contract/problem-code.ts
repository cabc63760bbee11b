import type { LinkErrorType } from './error.js';
import type { Open } from './open-enum.js';

/** Problems that this library finds by itself, besides the link errors of the service. */
export const ownProblemCodes = [
  'offline',
  'network_failed',
  'timeout',
  'unauthorized',
  'not_found',
  'rate_limited',
  'service_error',
  'bad_response',
  'popup_blocked',
  'popup_closed',
  'webview_refused',
  'origin_not_allowed',
  'session_elsewhere',
  'not_configured',
] as const;
export type OwnProblemCode = (typeof ownProblemCodes)[number];

/** Every problem that has its own text. */
export type KnownProblemCode = LinkErrorType | OwnProblemCode;
/** A problem: a known one, or an `error_type` that this version does not know. */
export type ProblemCode = Open<KnownProblemCode>;
