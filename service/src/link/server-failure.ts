import { refusal } from '../http/index.js';

/** Answers as a failing server does, instead of with a link result. */
export function serverFailure(status: number, retryAfter: number | undefined): Response {
  if (status === 502) {
    const page = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';
    return new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return refusal(status, `The provider made it ${status}.`, headers);
}
