import type { State } from '../flow/index.js';
import { absolute } from './configuration.js';
import type { LinkHost } from './link-host.js';
import type { Warn } from './warn.js';

/** What a start fails with where `base-url` leads elsewhere. */
const failures = ['network_failed', 'timeout', 'not_found', 'bad_response', 'service_error', 'unauthorized'];

/**
 * Asked without a token: the service says so, to every page. The browser shows its 401 as an error, but nothing else tells as
 * much: what the service answers without a token lies outside /v2, where a proxy may lead elsewhere, or is what others
 * answer too.
 */
const probe = '/v2/link/state';

/** Where nothing came of the start, warns of a `base-url` that does not lead to the service. */
export function inspectService(link: LinkHost, state: State, warn: Warn): void {
  if (state.step !== 'problem' || state.problem.from !== 'loading') return;
  const base = absolute(link.baseUrl)?.replace(/\/+$/, '');
  if (base && failures.includes(state.problem.code)) void lookAt(base, warn);
}

/** How long an answer may take, in milliseconds. */
const patience = 5_000;

async function lookAt(base: string, warn: Warn): Promise<void> {
  const init: RequestInit = {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(patience),
  };
  try {
    const answer = await fetch(base + probe, init);
    const type = answer.headers.get('content-type') ?? 'no content-type';
    // Others refuse what names no user of theirs too, but not by this name.
    if (answer.status === 401 && (await answer.text()).includes('invalid_token')) return;
    const found = `HTTP ${answer.status} (${type})`;
    warn(
      'base-url-elsewhere',
      `${base}${probe} answered ${found}, where HTTP 401 with invalid_token was expected`,
    );
  } catch {
    // What no page may read can still be heard of.
    await fetch(base, { ...init, mode: 'no-cors' }).then(
      () => warn('base-url-elsewhere', `something answers at ${base}, but not as the service does`),
      () => warn('base-url-silent', base),
    );
  }
}
