import {
  sandboxAnswer,
  sandboxCode,
  sandboxRegion,
  type LinkProvider,
  type LinkResult,
  type LinkSession,
} from '../contract/index.js';

/** What a token of the fake service is for; what is left out is as the service has it by default. */
export interface FakeToken {
  /** The one provider to connect. */
  readonly provider?: string;
  readonly redirect_url?: string;
  readonly on_error?: 'redirect';
  readonly on_close?: 'redirect';
  readonly app_name?: string;
  /** Whether the person may end connections. */
  readonly manage?: boolean;
  /** The providers that the person has connected before. */
  readonly connected?: readonly string[];
  /** ISO 8601, an hour from now by default. */
  readonly expires_at?: string;
}

/** What a provider answers: a link result, a status in its place, nothing ever, or nonsense. */
export type FakeAnswer =
  | { readonly type: 'result'; readonly result: LinkResult; readonly milliseconds?: number }
  | { readonly type: 'http-status'; readonly status: number; readonly retryAfter?: number }
  | { readonly type: 'hang' }
  | { readonly type: 'garbage' };

interface SignIn {
  readonly username: string;
  readonly password: string;
  readonly region: string | null;
  readonly consent: unknown;
}

const mostWrongCodes = 5;

/** One link session, with the rules of the service that a widget can see. Owns its state; does not own how it is asked. */
export class FakeSession {
  readonly id: string;
  readonly token: FakeToken;
  readonly #expiresAt: string;
  #state: 'created' | 'started' | 'pending_provider_mfa' | 'success' | 'error' = 'created';
  #attempt = 0;
  #provider: string | null;
  #errorType: string | null = null;
  #codes: readonly string[] = [];
  #wrongCodes = 0;
  #consent: LinkResult['consent'] = null;
  #connected: readonly string[];

  constructor(token: FakeToken) {
    this.id = crypto.randomUUID();
    this.token = token;
    this.#connected = token.connected ?? [];
    this.#provider = token.provider ?? null;
    this.#expiresAt = token.expires_at ?? new Date(Date.now() + 3_600_000).toISOString();
  }

  /** Why its token cannot be used, or null. */
  get problem(): 'token_expired' | 'token_consumed' | null {
    if (this.#state === 'success') return 'token_consumed';
    return Date.parse(this.#expiresAt) <= Date.now() ? 'token_expired' : null;
  }

  start(): void {
    if (this.#state === 'created') this.#state = 'started';
  }

  /** Why no connection can be ended by its token, or null. */
  get manageProblem(): 'token_not_validated' | 'manage_not_allowed' | null {
    if (this.#state === 'created') return 'token_not_validated';
    return this.token.manage ? null : 'manage_not_allowed';
  }

  /** The providers as the person finds them: marked if connected, and those first if they can be disconnected. */
  marked(offered: readonly LinkProvider[]): LinkProvider[] {
    const list = offered.map((provider) => ({
      ...provider,
      connected: provider.connected === true || this.#connected.includes(provider.slug),
    }));
    return this.token.manage ? list.sort((a, b) => Number(b.connected) - Number(a.connected)) : list;
  }

  /** One that has ended already is a success too. */
  disconnect(slug: string): void {
    this.#connected = this.#connected.filter((each) => each !== slug);
  }

  /** The state, as `GET /v2/link/state` answers it. */
  view(): LinkSession {
    const code = sandboxCode(this.#codes[0] ?? '');
    return {
      state: this.#state,
      link_session_id: this.id,
      provider: this.#provider,
      provider_id: this.#state === 'success' ? this.#account : null,
      connected: this.#state === 'success',
      attempt: this.#attempt,
      manage: this.token.manage === true,
      provider_mfa:
        this.#state === 'pending_provider_mfa' && code ? { method: code.method, hint: code.hint } : null,
      redirect_url: this.token.redirect_url ?? null,
      on_error: this.token.on_error ?? null,
      on_close: this.token.on_close ?? null,
      error_type: this.#errorType,
      consent: this.#state === 'success' ? this.#consent : null,
      expires_at: this.#expiresAt,
      app_name: this.token.app_name ?? 'Your app',
      user_label: null,
      allowed_origins: null,
      terms_url: null,
      privacy_url: null,
      brand: null,
    };
  }

  signIn({ slug, regions }: LinkProvider, by: SignIn): FakeAnswer {
    this.#begin(slug, by.consent);
    if (regions?.length && by.region !== (sandboxRegion(slug) ?? regions[0]))
      return this.#fail('unsupported_region');
    const answer = sandboxAnswer(by.username, by.password);
    switch (answer.type) {
      case 'success':
        return this.#succeed();
      case 'challenge':
        return this.#ask(answer.codes);
      case 'error':
        return this.#fail(answer.errorType);
      case 'slow':
        return { ...this.#succeed(), milliseconds: answer.milliseconds };
      case 'http-status':
      case 'hang':
      case 'garbage':
        return answer;
    }
  }

  answerCode(provider: string, code: string): FakeAnswer {
    const [asked, ...rest] = this.#codes;
    if (this.#state !== 'pending_provider_mfa' || asked === undefined)
      return this.refuse(provider, 'provider_credential_error');
    if (code === sandboxCode(asked)?.code) return rest.length ? this.#ask(rest) : this.#succeed();
    if (++this.#wrongCodes >= mostWrongCodes) return this.#fail('provider_credential_error');
    return this.refuse(this.#provider, 'incorrect_mfa_code');
  }

  /** A result that changes nothing. */
  refuse(provider: string | null, errorType: string): FakeAnswer {
    return this.#result({ state: 'error', provider, error_type: errorType, error: 'It changes nothing.' });
  }

  /** What a provider by OAuth answered in its window: an error type, or null if it is connected. */
  answerOauth(provider: string, errorType: string | null): void {
    this.#begin(provider, this.#consent);
    if (errorType === null) this.#succeed();
    else this.#fail(errorType);
  }

  #begin(provider: string, consent: unknown): void {
    this.#attempt++;
    this.#provider = provider;
    this.#codes = [];
    this.#consent =
      typeof consent === 'object' && consent !== null
        ? // What the widget sends is of the contract; the fake adds the time, as the service does.
          ({ ...consent, at: new Date().toISOString() } as LinkResult['consent'])
        : null;
  }

  get #account(): string {
    return `account-at-${this.#provider}`;
  }

  #succeed() {
    this.#state = 'success';
    this.#errorType = null;
    return this.#result({
      state: 'success',
      connected: true,
      provider_id: this.#account,
      consent: this.#consent,
    });
  }

  #fail(errorType: string): FakeAnswer {
    this.#state = 'error';
    this.#errorType = errorType;
    return this.#result({ state: 'error', error_type: errorType, error: 'As the user name says.' });
  }

  #ask(codes: readonly string[]): FakeAnswer {
    this.#state = 'pending_provider_mfa';
    this.#codes = codes;
    this.#wrongCodes = 0;
    return this.#result({ state: 'pending_provider_mfa', provider_mfa: this.view().provider_mfa });
  }

  #result(outcome: LinkResult) {
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
    return { type: 'result', result: { ...nothing, ...about, ...outcome } } as const;
  }
}
