import { codeOfStatus } from '../client/index.js';
import type { BodyOf, ProblemCode, startLink, startOauth } from '../contract/index.js';
import { version } from '../version.js';
import { isWebAddress } from './web-address.js';

/** Milliseconds for each request. */
const timeout = 15_000;

/** What an attempt begins with, as the widget sent it. */
export interface OauthRequest {
  readonly token: string;
  /** The provider's slug. */
  readonly provider: string;
  /** The origin of the page that opened this window, as the browser says. */
  readonly origin: string;
  /** What the person agreed to; the service checks it. */
  readonly consent?: Readonly<Record<string, unknown>> | undefined;
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

// Written and read by hand, because a window of OAuth does not need the rest of the schemas.
const startPath: typeof startLink.path = '/v2/link/start';
const oauthPath: typeof startOauth.path = '/v2/link/provider/oauth/{provider}';

/** Checks the token for the page that handed it over, and begins an attempt at the provider. */
export async function beginOauth({
  token,
  provider,
  origin,
  consent = {},
}: OauthRequest): Promise<Begun | Refusal> {
  const body: BodyOf<typeof startLink> = { link_token: token, origin, via: 'page', version };
  const started = await ask(startPath, {
    method: 'POST',
    body: JSON.stringify(body),
    // Binds the session to this browser by a cookie.
    credentials: 'same-origin',
  });
  if ('code' in started) return started;
  const path = oauthPath.replace('{provider}', encodeURIComponent(provider));
  const query = new URLSearchParams({ display: 'window' });
  for (const name of ['resources', 'text_version', 'language'])
    if (name in consent) query.set(name, String(consent[name]));
  const begun = await ask(`${path}?${query}`, {
    headers: { 'x-svc-link-token': token },
    credentials: 'omit',
  });
  if ('code' in begun) return begun;
  const session = textIn(started.answer, 'session', 'link_session_id');
  const url = textIn(begun.answer, 'oauth_url');
  const name = textIn(begun.answer, 'name');
  return session !== null && name !== null && isWebAddress(url ?? '')
    ? { url: url ?? '', session, provider: name, logo: textIn(begun.answer, 'logo') }
    : { code: 'bad_response' };
}

/** The text at a place of an answer, or null. */
function textIn(answer: unknown, ...path: readonly string[]): string | null {
  let value = answer;
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
  return typeof value === 'string' ? value : null;
}

/** Sends one request to our own origin. The client of the widget can do more, but is three times as large. */
async function ask(path: string, init: RequestInit): Promise<{ readonly answer: unknown } | Refusal> {
  try {
    // The page is served by the service, one level below its base.
    const answer = await fetch(new URL(`..${path}`, location.href), {
      ...init,
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
    const body: unknown = await answer.json().catch(() => null);
    if (answer.ok) return { answer: body };
    // The widget has words for each type that it knows, and common words for all others.
    const named = answer.status < 500 ? textIn(body, 'detail', 'error_type') : null;
    return { code: named ?? codeOfStatus(answer.status) };
  } catch {
    return { code: navigator.onLine ? 'network_failed' : 'offline' };
  }
}
