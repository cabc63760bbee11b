import { linkErrorTypes, type ProblemCode } from '../contract/index.js';

/** What a refusal is known by: its status, and its parsed body where it has one. */
export function codeOf(status: number, body: unknown): ProblemCode {
  const { errorType } = detailOf(body);
  if (status === 429) return 'rate_limited';
  if (status >= 400 && status < 500) {
    if (errorType === 'origin_not_allowed' || linkErrorTypes.some((type) => type === errorType)) {
      return errorType ?? 'service_error';
    }
    if (status === 401 || status === 403) return 'unauthorized';
    if (status === 404) return 'not_found';
    if (errorType) return errorType;
  }
  return 'service_error';
}

/** `detail` of a refusal's body, and the type in it. */
export function detailOf(body: unknown): { detail: unknown; errorType: string | null } {
  const detail = field(body, 'detail');
  const type = field(detail, 'error_type');
  return { detail, errorType: typeof type === 'string' ? type : null };
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
