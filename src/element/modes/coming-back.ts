import { hasSucceeded, type LinkSession, type PublicResult } from '../../contract/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import { emit } from '../emit.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import { HostedAccess } from './hosted-access.js';
import type { ModeHost } from './mode.js';
import { wayBack } from './way-back.js';

/**
 * Owns what the page is told when the person is back from the hosted page: how it ended, once. The address says it,
 * and if the token is still of the same session the service is asked instead.
 */
export class ComingBack {
  readonly #link: LinkHost;
  readonly #warn: Warn;
  readonly #later: LaterSteps;
  readonly #said: PublicResult;
  readonly #access: HostedAccess;
  #ended = false;

  /** Null if nothing in the address is news. */
  static from({ link, warn, address }: ModeHost, later: LaterSteps): ComingBack | null {
    const said = resultIn(address);
    return said && wayBack(link).read() !== said.link_session_id
      ? new ComingBack(link, warn, later, said)
      : null;
  }

  private constructor(link: LinkHost, warn: Warn, later: LaterSteps, said: PublicResult) {
    this.#link = link;
    this.#warn = warn;
    this.#later = later;
    this.#said = said;
    this.#access = new HostedAccess(link, warn, {
      ready: () => void this.#ask(),
      failed: () => this.#tell(null),
      replaced() {},
    });
  }

  follow(): void {
    this.#access.follow();
  }

  /** Another run has begun: what comes late is of no interest any more. */
  end(): void {
    this.#ended = true;
    this.#access.end();
  }

  async #ask(): Promise<void> {
    try {
      this.#tell(await this.#access.service.state(new AbortController().signal));
    } catch {
      this.#tell(null);
    }
  }

  /** `session`: what the service says of the page's token, or null. */
  #tell(session: LinkSession | null): void {
    if (this.#ended) return;
    this.end();
    const said = this.#said;
    const note = wayBack(this.#link);
    const left = note.read() === 'out';
    const mine = session?.link_session_id === said.link_session_id ? session : null;
    // Anybody can write an address: without a word of the service, it counts only in a tab that went there.
    if (!mine && !left) return this.#warn('redirect-unknown', said.link_session_id ?? '');
    note.write(said.link_session_id ?? '');
    const end = (
      outcome: 'success' | 'error' | 'cancelled',
      step: 'done' | 'problem' | 'closed',
      result: PublicResult | null,
    ) => emit(this.#link, { name: 'svc-exit', detail: { outcome, step, result } });

    if (mine ? hasSucceeded(mine) : said.state === 'success') {
      if (mine) this.#access.use();
      const code = said.confirm_code;
      const result = mine
        ? this.#later.toPublicResult({ ...mine, state: 'success', ...(code ? { confirm_code: code } : {}) })
        : said;
      emit(this.#link, { name: 'svc-success', detail: result });
      end('success', 'done', result);
    } else if (said.state === 'success') end('cancelled', 'closed', null);
    else if (said.error_type === 'user_cancelled') end('cancelled', 'closed', said);
    else {
      const result = mine?.state === 'error' ? this.#later.toPublicResult(mine) : said;
      const code = result.error_type ?? 'unknown';
      emit(this.#link, {
        name: 'svc-error',
        detail: { result, code, step: 'problem', retryable: false },
      });
      end('error', 'problem', result);
    }
  }
}

/** The result that the redirect URL gained, or null. */
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
    ...(code ? { confirm_code: code } : {}),
  };
}
