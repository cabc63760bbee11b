import { linkErrorTypes } from '../contract/index.js';
import type { ClientErrorCode } from './client-error.js';
import { codeOfStatus } from './code-of-status.js';

/** Statuses of a malformed request, if the body names no rule. */
const malformed: readonly number[] = [400, 413, 422];

/** The code of a refusal, from its status and its parsed body. */
export function codeOf(status: number, body: unknown): ClientErrorCode {
  const { errorType } = detailOf(body);
  if (!errorType && malformed.includes(status)) return 'invalid_request';
  const code = codeOfStatus(status);
  if (!errorType || status === 429 || status < 400 || status >= 500) return code;
  const isKnown = errorType === 'origin_not_allowed' || linkErrorTypes.some((type) => type === errorType);
  return isKnown || code === 'service_error' ? errorType : code;
}

/** `detail` of a refusal's body, and its `error_type`. */
export function detailOf(body: unknown): { detail: unknown; errorType: string | null } {
  const detail = field(body, 'detail');
  const type = field(detail, 'error_type');
  return { detail, errorType: typeof type === 'string' ? type : null };
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
