import type { State } from '../flow/index.js';
import { absolute } from './configuration.js';
import type { LinkHost } from './link-host.js';
import type { Warn } from './warn.js';

/** The errors of a start if `base-url` does not lead to the service. */
const failures = ['network_failed', 'timeout', 'not_found', 'bad_response', 'service_error', 'unauthorized'];

/**
 * Requested without a token: the service refuses it with its own error type, for every page. The browser shows the 401 as an
 * error, but no other request proves as much. The addresses that need no token are outside /v2: a proxy may lead them elsewhere,
 * or other services may answer them in the same way.
 */
const probe = '/v2/link/state';

/** If the start failed, warns of a `base-url` that does not lead to the service. */
export function inspectService(link: LinkHost, state: State, warn: Warn): void {
  if (state.step !== 'problem' || state.problem.from !== 'loading') return;
  const base = absolute(link.baseUrl)?.replace(/\/+$/, '');
  if (base && failures.includes(state.problem.code)) void lookAt(base, warn);
}

/** How long an answer may take, in milliseconds. */
const timeout = 5_000;

async function lookAt(base: string, warn: Warn): Promise<void> {
  const init: RequestInit = {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeout),
  };
  try {
    const answer = await fetch(base + probe, init);
    const type = answer.headers.get('content-type') ?? 'no content-type';
    // Other services refuse it as well, but not with this error type.
    if (answer.status === 401 && (await answer.text()).includes('invalid_token')) return;
    const found = `HTTP ${answer.status} (${type})`;
    warn(
      'base-url-elsewhere',
      `${base}${probe} answered ${found}, where HTTP 401 with invalid_token was expected`,
    );
  } catch {
    // With `no-cors` a page cannot read the answer, but learns that there is one.
    await fetch(base, { ...init, mode: 'no-cors' }).then(
      () => warn('base-url-elsewhere', `something answers at ${base}, but not as the service does`),
      () => warn('base-url-silent', base),
    );
  }
}
