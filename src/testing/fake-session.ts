import {
  hasSucceeded,
  sandboxAccount,
  sandboxAnswer,
  sandboxCode,
  type LinkProvider,
  type LinkResult,
  type LinkSession,
} from '../contract/index.js';
import { ownAccount, regionOf, type FakePerson } from './fake-person.js';
import type { FakeToken } from './fake-token.js';

/** What a provider answers: a link result, an HTTP status instead, no answer at all, or an invalid answer. */
export type FakeAnswer =
  | { readonly type: 'result'; readonly result: LinkResult }
  | { readonly type: 'http-status'; readonly status: number; readonly retryAfter?: number }
  /** Answers what `next` returns after `milliseconds`. */
  | { readonly type: 'slow'; readonly milliseconds: number; readonly next: () => FakeAnswer }
  /** A later try has begun. */
  | { readonly type: 'superseded' }
  | { readonly type: 'hang' }
  | { readonly type: 'garbage' };

export type TokenProblem = 'token_expired' | 'token_consumed' | 'token_not_validated';

interface SignIn {
  readonly username: string;
  readonly password: string;
  readonly region: string | null;
  readonly consent: unknown;
}

type Made = NonNullable<LinkSession['connections']>[number];

const mostWrongCodes = 5;

/** One link session, with the rules of the service that a widget can see. Owns its state; does not own its requests. */
export class FakeSession {
  readonly id: string;
  readonly token: FakeToken;
  readonly person: FakePerson;
  readonly #expiresAt: string;
  #state: 'created' | 'started' | 'pending_provider_mfa' | 'pending_confirmation' | 'success' | 'error' =
    'created';
  #attempt = 0;
  #provider: string | null;
  #account = '';
  #errorType: string | null = null;
  #codes: readonly string[] = [];
  #wrongCodes = 0;
  #confirmCode: string | null = null;
  #consent: LinkResult['consent'] = null;
  /** The connections made so far, oldest first. */
  #made: readonly Made[] = [];
  #isFinished = false;

  constructor(token: FakeToken, person: FakePerson) {
    this.id = crypto.randomUUID();
    this.token = token;
    this.person = person;
    this.#provider = this.#only;
    this.#expiresAt = token.expires_at ?? new Date(Date.now() + 60 * 60_000).toISOString();
  }

  /** Why the token cannot be used, or null. */
  get problem(): TokenProblem | null {
    if (this.#isUsedUp) return 'token_consumed';
    return this.#isExpired ? 'token_expired' : null;
  }

  /** Why the session can connect nothing, or null. */
  get tryProblem(): TokenProblem | null {
    return this.problem ?? (this.#state === 'created' ? 'token_not_validated' : null);
  }

  /** Why the state cannot be read, or null. A session that has ended stays readable. */
  get readProblem(): TokenProblem | null {
    return this.#isExpired && !this.#hasConnected && !this.#isUsedUp ? 'token_expired' : null;
  }

  start(): void {
    if (this.#state === 'created') this.#state = 'started';
  }

  /** The providers, marked with the person's connections. With `manage`, providers that can be disconnected come first. */
  marked(offered: readonly LinkProvider[]): LinkProvider[] {
    const list = offered.map((provider) => this.person.marked(provider));
    const has = ({ connected, broken }: LinkProvider): number => Number(connected || broken);
    return this.token.manage ? list.sort((a, b) => has(b) - has(a)) : list;
  }

  /** Ends a connection. A connection that has already ended is a success too. */
  disconnect(slug: string): void {
    this.person.disconnect(slug);
    if (!this.token.multiple) return;
    this.#made = this.#made.filter(({ provider }) => provider !== slug);
    if (this.#state !== 'success' || this.#provider !== slug) return;
    this.#state = 'started';
    this.#provider = this.#only;
  }

  /** Uses up the token, if it has made a connection. A try that is still under way then connects nothing. */
  finish(): void {
    const last = this.#made.at(-1);
    if (!last) return;
    if (!this.#hasConnected) this.#attempt++;
    this.#end('success', null);
    this.#provider = last.provider;
    this.#consent = last.consent;
    this.#isFinished = true;
  }

  /** The state, as `GET /v2/link/state` answers it. */
  view(): LinkSession {
    const code = sandboxCode(this.#codes[0] ?? '');
    return {
      state: this.#state,
      link_session_id: this.id,
      provider: this.#provider,
      provider_id: this.#state === 'success' ? this.#accountId : null,
      connected: this.#state === 'success',
      attempt: this.#attempt,
      multiple: this.token.multiple === true && this.problem === null,
      manage: this.token.manage === true,
      connections: this.token.multiple ? [...this.#made] : null,
      reconnect: this.person.reconnect(this.#isUsedUp),
      provider_mfa:
        this.#state === 'pending_provider_mfa' && code ? { method: code.method, hint: code.hint } : null,
      redirect_url: this.token.redirect_url ?? null,
      on_error: this.token.on_error ?? null,
      on_close: this.token.on_close ?? null,
      error_type: this.#errorType,
      consent: this.#hasConnected ? this.#consent : null,
      expires_at: this.#expiresAt,
      app_name: this.token.app_name ?? 'Your app',
      user_label: null,
      allowed_origins: null,
      terms_url: null,
      privacy_url: null,
      brand: null,
    };
  }

  signIn(provider: LinkProvider, by: SignIn): FakeAnswer {
    this.#begin(provider.slug, sandboxAccount(by.username), by.consent);
    const region = regionOf(provider);
    if (region !== null && by.region !== region) return this.#fail('unsupported_region');
    const answer = sandboxAnswer(by.username, by.password);
    switch (answer.type) {
      case 'success':
        return this.#accept();
      case 'challenge':
        return this.#ask(answer.codes);
      case 'error':
        return this.#fail(answer.errorType);
      case 'slow': {
        const attempt = this.#attempt;
        const late = (): FakeAnswer =>
          this.#isUsedUp ? this.refuse(provider.slug, 'token_consumed') : { type: 'superseded' };
        return { ...answer, next: () => (this.#attempt === attempt ? this.#accept() : late()) };
      }
      case 'http-status':
      case 'hang':
      case 'garbage':
        return answer;
    }
  }

  answerCode(provider: string, code: string): FakeAnswer {
    const [asked, ...rest] = this.#codes;
    if (this.#state !== 'pending_provider_mfa' || this.#provider !== provider || asked === undefined)
      return this.refuse(provider, 'provider_credential_error');
    if (code === sandboxCode(asked)?.code) return rest.length ? this.#ask(rest) : this.#accept();
    if (++this.#wrongCodes >= mostWrongCodes) return this.#fail('provider_credential_error');
    return this.refuse(this.#provider, 'incorrect_mfa_code');
  }

  /** A result that changes nothing. */
  refuse(provider: string | null, errorType: string): FakeAnswer {
    return this.#result({ state: 'error', provider, error_type: errorType, error: 'It changes nothing.' });
  }

  /** Records what a provider by OAuth answered in its window: an error type, or null if the person allowed access. */
  answerOauth(provider: string, errorType: string | null, account = ownAccount): void {
    if (this.#isUsedUp) return;
    this.#begin(provider, account, null);
    if (errorType === null) this.#accept();
    else this.#fail(errorType);
  }

  /** Makes the connection that waits for the team. Returns whether it was made; throws if the service would refuse. */
  confirm(confirmCode: string): boolean {
    if (this.#state !== 'pending_confirmation') throw new Error('svc-link: not_waiting_for_confirmation');
    if (confirmCode !== this.#confirmCode) throw new Error('svc-link: confirm_code_wrong');
    const mismatch = this.#mismatch;
    if (mismatch) this.#fail(mismatch);
    else this.#connect();
    return mismatch === null;
  }

  get #only(): string | null {
    return this.token.reconnect ?? this.token.provider ?? null;
  }

  get #hasConnected(): boolean {
    return hasSucceeded({ state: this.#state });
  }

  get #isUsedUp(): boolean {
    return this.token.multiple ? this.#isFinished : this.#hasConnected;
  }

  get #isExpired(): boolean {
    return Date.parse(this.#expiresAt) <= Date.now();
  }

  get #accountId(): string {
    return `account-at-${this.#provider}`;
  }

  get #mismatch(): string | null {
    return this.person.mismatchOf(this.#provider ?? '', this.#account);
  }

  #begin(provider: string, account: string, consent: unknown): void {
    this.#attempt++;
    this.#state = 'started';
    this.#provider = provider;
    this.#account = account;
    this.#errorType = null;
    this.#codes = [];
    this.#consent =
      typeof consent === 'object' && consent !== null
        ? // The widget sends what the contract says; the fake adds the time, as the service does.
          ({ ...consent, at: new Date().toISOString() } as LinkResult['consent'])
        : null;
  }

  /** Continues after the provider has accepted the sign-in. */
  #accept(): FakeAnswer {
    const mismatch = this.#mismatch;
    if (mismatch) return this.#fail(mismatch);
    if (this.token.confirm !== 'host') return this.#connect();
    this.#end('pending_confirmation', null);
    this.#confirmCode = `confirm_fake_${crypto.randomUUID()}`;
    return this.#result({ state: 'success', confirm_code: this.#confirmCode, consent: this.#consent });
  }

  #connect(): FakeAnswer {
    const provider = this.#provider ?? '';
    const [provider_id, consent] = [this.#accountId, this.#consent];
    this.#end('success', null);
    this.person.connect(provider, this.#account);
    this.#made = [
      ...this.#made.filter((made) => made.provider !== provider),
      { provider, provider_id, consent },
    ];
    return this.#result({ state: 'success', connected: true, provider_id, consent });
  }

  #fail(errorType: string): FakeAnswer {
    this.#end('error', errorType);
    return this.#result({ state: 'error', error_type: errorType, error: 'As the user name says.' });
  }

  #end(state: 'success' | 'pending_confirmation' | 'error', errorType: string | null): void {
    this.#state = state;
    this.#errorType = errorType;
    this.#codes = [];
    this.#confirmCode = null;
  }

  #ask(codes: readonly string[]): FakeAnswer {
    this.#state = 'pending_provider_mfa';
    this.#errorType = null;
    this.#codes = codes;
    this.#wrongCodes = 0;
    return this.#result({ state: 'pending_provider_mfa', provider_mfa: this.view().provider_mfa });
  }

  #result(outcome: LinkResult): FakeAnswer {
    const nothing = {
      connected: false,
      provider_id: null,
      error_type: null,
      error: null,
      provider_mfa: null,
      confirm_code: null,
      consent: null,
    };
    const about = {
      provider: this.#provider,
      redirect_url: this.token.redirect_url ?? null,
      link_session_id: this.id,
      attempt: this.#attempt,
    };
    return { type: 'result', result: { ...nothing, ...about, ...outcome } };
  }
}
