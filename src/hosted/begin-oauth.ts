import { codeOf } from '../client/index.js';
import {
  startOauth,
  startWindow,
  type BodyOf,
  type Endpoint,
  type ProblemCode,
  type ResponseOf,
} from '../contract/index.js';
import { version } from '../version.js';
import { isWebAddress } from './web-address.js';

/** Milliseconds for each request. */
const patience = 15_000;

/** What the widget hands over. */
export interface Handover {
  readonly token: string;
  /** The provider's slug. */
  readonly provider: string;
  /** The page that opened this window, by the browser's word. */
  readonly origin: string;
}

/** An attempt that was begun: where to go, the session, and how the provider presents itself. */
export interface Begun {
  readonly url: string;
  readonly session: string;
  readonly provider: string;
  readonly logo: string | null;
}

interface Refusal {
  readonly code: ProblemCode;
}

/** Checks the token for the page that handed it over, and begins an attempt at the provider. */
export async function beginOauth({ token, provider, origin }: Handover): Promise<Begun | Refusal> {
  const body = { link_token: token, origin, via: 'page', version } satisfies BodyOf<typeof startWindow>;
  const started = await ask(startWindow, startWindow.path, {
    method: 'POST',
    body: JSON.stringify(body),
    // Binds the session to this browser by a cookie.
    credentials: 'same-origin',
  });
  if ('code' in started) return started;
  const path = startOauth.path.replace('{provider}', encodeURIComponent(provider));
  const begun = await ask(startOauth, `${path}?display=window`, {
    headers: { 'x-svc-link-token': token },
    credentials: 'omit',
  });
  if ('code' in begun) return begun;
  const { oauth_url: url, name, logo } = begun.answer;
  return isWebAddress(url)
    ? { url, session: started.answer.session.link_session_id, provider: name, logo: logo ?? null }
    : { code: 'bad_response' };
}

/** One request to our own origin. The client of the widget can do more and weighs three times as much. */
async function ask<E extends Endpoint>(
  { response }: E,
  path: string,
  init: RequestInit,
): Promise<{ readonly answer: ResponseOf<E> } | Refusal> {
  try {
    // The page is served by the service, one level below its base.
    const answer = await fetch(new URL(`..${path}`, location.href), {
      ...init,
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    const body: unknown = await answer.json().catch(() => null);
    if (!answer.ok) return { code: codeOf(answer.status, body) };
    const read = response.safeParse(body);
    return read.success ? { answer: read.data as ResponseOf<E> } : { code: 'bad_response' };
  } catch {
    return { code: navigator.onLine ? 'network_failed' : 'offline' };
  }
}
