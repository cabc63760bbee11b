import { hasSucceeded, type Answered, type LinkSession, type PublicResult } from '../../contract/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import { emit } from '../emit.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import { HostedAccess } from './hosted-access.js';
import type { ModeHost } from './loaded-mode.js';
import { wayBack } from './way-back.js';

/**
 * Owns what the page hears when the person is back from the hosted page: how it ended, once. If the token still belongs to the
 * same session, the service says it; otherwise the address does.
 */
export class ComingBack {
  readonly #link: LinkHost;
  readonly #warn: Warn;
  readonly #later: LaterSteps;
  readonly #found: PublicResult;
  readonly #access: HostedAccess;
  #ended = false;

  /** Null if the address holds no new result. */
  static from({ link, warn, address }: ModeHost, later: LaterSteps): ComingBack | null {
    const found = resultIn(address);
    return found && wayBack(link).read() !== found.link_session_id
      ? new ComingBack(link, warn, later, found)
      : null;
  }

  private constructor(link: LinkHost, warn: Warn, later: LaterSteps, found: PublicResult) {
    this.#link = link;
    this.#warn = warn;
    this.#later = later;
    this.#found = found;
    this.#access = new HostedAccess(link, warn, {
      ready: () => void this.#ask(),
      failed: () => this.#announce(null),
      replaced() {},
    });
  }

  follow(): void {
    this.#access.follow();
  }

  /** Another run has begun: a late answer no longer counts. */
  end(): void {
    this.#ended = true;
    this.#access.end();
  }

  async #ask(): Promise<void> {
    try {
      this.#announce(await this.#later.serviceOf(this.#access).state(new AbortController().signal));
    } catch {
      this.#announce(null);
    }
  }

  /** `session`: what the service says about the page's token, or null. */
  #announce(session: Answered<LinkSession> | null): void {
    if (this.#ended) return;
    this.end();
    const found = this.#found;
    const note = wayBack(this.#link);
    const left = note.read() === 'out';
    const mine = session?.link_session_id === found.link_session_id ? session : null;
    // Anybody can make up an address. Unless the service confirms it, it counts only in a tab that went to the hosted page.
    if (!mine && !left) return this.#warn('redirect-unknown', found.link_session_id ?? '');
    note.write(found.link_session_id ?? '');
    const source = { link_session_id: found.link_session_id, request_id: mine?.reference ?? null };
    const end = (
      outcome: 'success' | 'error' | 'cancelled',
      step: 'done' | 'problem' | 'closed',
      result: PublicResult | null,
      results: readonly PublicResult[] = [],
    ) => emit(this.#link, { name: 'svc-exit', detail: { outcome, step, result, results, ...source } });

    if (mine ? hasSucceeded(mine) : found.state === 'success') {
      if (mine) this.#access.use();
      const code = found.confirm_code;
      const results = mine
        ? this.#later.resultsOf({ ...mine, ...(code ? { confirm_code: code } : {}) })
        : [found];
      for (const result of results)
        emit(this.#link, { name: 'svc-success', detail: { ...result, ...source } });
      end('success', 'done', results.at(-1) ?? found, results);
    } else if (found.state === 'success') end('cancelled', 'closed', null);
    else if (found.error_type === 'user_cancelled') end('cancelled', 'closed', found);
    else {
      const result = mine?.state === 'error' ? this.#later.toPublicResult(mine) : found;
      const code = result.error_type ?? 'unknown';
      emit(this.#link, {
        name: 'svc-error',
        detail: { result, code, step: 'problem', retryable: false, ...source },
      });
      end('error', 'problem', result);
    }
  }
}

/** The result that was added to the redirect URL, or null. */
function resultIn(address: string): PublicResult | null {
  const { searchParams } = new URL(address);
  const id = searchParams.get('link_session_id');
  const state = searchParams.get('state');
  if (!id || (state !== 'success' && state !== 'error')) return null;
  const code = searchParams.get('confirm_code');
  return {
    state,
    provider: searchParams.get('provider'),
    connected: state === 'success' && !code,
    provider_id: null,
    redirect_url: null,
    error_type: searchParams.get('error_type'),
    link_session_id: id,
    // The consent is never in an address.
    consent: null,
    ...(code ? { confirm_code: code } : {}),
  };
}
