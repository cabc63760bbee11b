import type { Endpoint } from '../contract/index.js';
import { ClientError } from './client-error.js';
import { codeOf, detailOf } from './code-of.js';

/** For answers with more characters than this, each step is a separate task, so that a page stays responsive. */
const long = 100_000;

/** Why a request was refused, by the answer's status and `detail`; empty if that is unknown. */
export type ReasonOf = (status: number, detail: unknown) => string;

/**
 * Parses a 2xx answer by the contract, and throws a `ClientError` for any other answer. With `named`, the result also has the
 * id of its request.
 */
export async function readAnswer(
  endpoint: Endpoint,
  response: Response,
  reasonOf: ReasonOf = () => '',
  named = false,
): Promise<unknown> {
  const { status, headers } = response;
  const text = await response.text();
  const turn = () => text.length > long && new Promise((resolve) => setTimeout(resolve));
  await turn();
  const body = parseJson(text);
  await turn();
  const facts = {
    status,
    retryAfter: secondsOf(headers.get('retry-after')),
    reference: headers.get('x-request-id'),
  };
  if (response.ok) {
    const answer = endpoint.response.safeParse(body);
    await turn();
    const { data } = answer;
    // Every answer of the contract is an object or a list.
    if (answer.success) return named ? Object.assign(data as object, { reference: facts.reference }) : data;
    throw new ClientError(nameOf(endpoint), { code: 'bad_response', ...facts });
  }
  const { detail, errorType } = detailOf(body);
  throw new ClientError(
    nameOf(endpoint),
    { code: codeOf(status, body), errorType, detail: detail ?? null, ...facts },
    { reason: reasonOf(status, detail) },
  );
}

/** The name of an endpoint in messages: its path template, so that no parameter is shown. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The body, or undefined if it is empty or not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A day, in seconds: longer than any link lives, and short enough for a timer. */
const longestWait = 86_400;

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Math.ceil((Date.parse(header) - Date.now()) / 1000) : seconds;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), longestWait);
}
