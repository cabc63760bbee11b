import { linkErrorTypes, type Endpoint, type ProblemCode } from '../contract/index.js';
import { ClientError } from './client-error.js';

/** Reads a 2xx answer by the contract, and turns every other one into a `ClientError`. */
export async function readAnswer(endpoint: Endpoint, response: Response): Promise<unknown> {
  const { status, headers } = response;
  const text = await response.text();
  const body = parseJson(text);
  const facts = {
    status,
    retryAfter: secondsOf(headers.get('retry-after')),
    reference: headers.get('x-request-id'),
  };
  if (response.ok) {
    const answer = endpoint.response.safeParse(body);
    if (answer.success) return answer.data;
    throw new ClientError(nameOf(endpoint), { code: 'bad_response', ...facts });
  }
  const detail = field(body, 'detail');
  const type = field(detail, 'error_type');
  const errorType = typeof type === 'string' ? type : null;
  throw new ClientError(nameOf(endpoint), {
    code: codeOf(status, errorType),
    errorType,
    detail: detail ?? null,
    ...facts,
  });
}

/** How messages call an endpoint: its template, so that no parameter shows. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

function codeOf(status: number, errorType: string | null): ProblemCode {
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

/** The body, or undefined where it is empty or not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Math.ceil((Date.parse(header) - Date.now()) / 1000) : seconds;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
