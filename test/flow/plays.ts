// Sessions, providers and ways through the flow that the tests share. States are reached by playing events, never made up.
import type { LinkProvider, LinkResult, LinkSession, StartedLink } from '../../src/contract/index.js';
import type { Effect, Event, Failure, FlowOptions, In, State, Step } from '../../src/flow/index.js';
import { begin, transition } from '../../src/flow/index.js';

export const now = Date.parse('2026-01-01T00:00:00Z');
export const secrets = { password: 'good-horse-battery', code: '987654' };

const provider = (slug: string, auth_type: string): LinkProvider => ({
  name: slug,
  slug,
  auth_type,
  logo: null,
  regions: [],
  resources: ['sleep'],
  connected: false,
});
export const password = provider('quartz_scale', 'password');
export const otherPassword = provider('tundra_watch', 'password');
export const oauth = provider('aurora_ring', 'oauth');
export const strange = provider('carrier_pigeon', 'smoke-signals');
/** Connected providers: one connection works, the other does not. */
export const connected: LinkProvider = { ...otherPassword, connected: true };
export const broken: LinkProvider = { ...oauth, connected: false, broken: true };
export const managed: readonly LinkProvider[] = [connected, broken, password, strange];
export const providers: readonly LinkProvider[] = [password, oauth, otherPassword, strange];

export const session = (more: Partial<LinkSession> = {}): LinkSession => ({
  state: 'started',
  link_session_id: 'session-1',
  provider: null,
  attempt: 0,
  redirect_url: null,
  expires_at: '2026-01-01T01:00:00Z',
  ...more,
});

export const options = (more: Partial<FlowOptions> = {}): FlowOptions => ({
  provider: null,
  providers: [],
  redirectOn: null,
  canRenew: false,
  ...more,
});

export const answer = (more: Partial<LinkSession> = {}, list = providers): StartedLink => ({
  session: session(more),
  providers: [...list],
});

export const result = (more: Partial<LinkResult>): LinkResult => ({ state: 'success', ...more });
export const refused = (error_type: string): LinkResult => result({ state: 'error', error_type });
export const pending = (method: string, hint: string | null = null): LinkResult =>
  result({ state: 'pending_provider_mfa', provider_mfa: { method, hint } });

export const failure = (code: string, more: Partial<Failure> = {}): Failure => ({
  code,
  retryAfter: null,
  reference: null,
  ...more,
});

/** An event. If it has an id, that is the id of the effect awaited now: by the step, or else behind it. */
export type Play = Event | ((state: State) => Event);
const awaited = (make: (id: number) => Event) => (state: State) =>
  make(state.awaiting ?? state.renewing ?? -1);

/** An event about what is awaited behind the step. */
export const behind =
  (make: (id: number) => Event): Play =>
  ({ renewing }) =>
    make(renewing ?? -1);

export const start = (more: Partial<FlowOptions> = {}): Event => ({
  type: 'started',
  options: options(more),
  resume: null,
});
export const sessionStarted = (given = answer()) =>
  awaited((id) => ({ type: 'session-started', id, answer: given, now }));
/** The start that came with the token; the request for the start is still to be answered. */
export const sessionGiven = (given = answer({ state: 'created' })) =>
  awaited((id) => ({ type: 'session-given', id, answer: given, now }));
const confirmation = (make: (id: number) => Event) => (state: State) => make(state.confirming ?? -1);
export const startConfirmed = (given = answer()) =>
  confirmation((id) => ({ type: 'session-started', id, answer: given, now }));
export const startRefused = (code: string, more: Partial<Failure> = {}) =>
  confirmation((id) => ({ type: 'request-failed', id, failure: failure(code, more) }));
export const resultReceived = (given: LinkResult) =>
  awaited((id) => ({ type: 'result-received', id, result: given }));
export const requestFailed = (code: string, more: Partial<Failure> = {}) =>
  awaited((id) => ({ type: 'request-failed', id, failure: failure(code, more) }));
export const stateRead = (more: Partial<LinkSession>) =>
  awaited((id) => ({ type: 'state-read', id, session: session(more) }));
export const polled = (more: Partial<LinkSession>) =>
  awaited((id) => ({ type: 'session-polled', id, session: session(more) }));
export const tokenRenewed = awaited((id) => ({ type: 'token-renewed', id }));
export const tokenRefused = awaited((id) => ({ type: 'token-refused', id }));
export const disconnected = awaited((id) => ({ type: 'disconnected', id, answer: { success: true } }));
export const askToEnd: Event = { type: 'disconnect-requested', provider: otherPassword.slug };
export const windowSays = (what: 'opened' | 'blocked' | 'leaving' | 'finished' | 'closed') =>
  awaited((id) => ({ type: `window-${what}`, id }) as Event);
export const choose = (slug: string): Event => ({ type: 'provider-chosen', provider: slug });
export const submit = (username = 'ok@example.com'): Event => ({
  type: 'credentials-submitted',
  username,
  password: secrets.password,
  region: null,
});
export const submitCode = (code = secrets.code): Event => ({ type: 'code-submitted', code });
/** `at` counts the seconds since the session started. */
export const timer = (name: Extract<Event, { type: 'timer-fired' }>['timer'], at = 0): Event => ({
  type: 'timer-fired',
  timer: name,
  now: now + at * 1000,
});

export interface Played {
  readonly state: State;
  readonly effects: readonly Effect[];
  /** The names of the DOM events, in their order. */
  readonly said: readonly string[];
}

/** Plays events one after another; returns the last state and all orders on the way. */
export function play(plays: readonly Play[], from: State = begin()): Played {
  let state = from;
  const effects: Effect[] = [];
  for (const step of plays) {
    const [next, orders] = transition(state, typeof step === 'function' ? step(state) : step);
    state = next;
    effects.push(...orders);
  }
  return { state, effects, said: saidIn(effects) };
}

const saidIn = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.type === 'announce' ? [effect.announcement.name] : []));

/** The detail of the last DOM event of this name. */
export const detailOf = (effects: readonly Effect[], name: string): unknown =>
  effects
    .flatMap((effect) =>
      effect.type === 'announce' && effect.announcement.name === name ? [effect.announcement.detail] : [],
    )
    .at(-1);

/** Narrows to the step that the test is about. */
export function at<S extends Step>(state: State, step: S): In<S> {
  if (state.step !== step) throw new Error(`expected ${step}, stands in ${state.step}`);
  return state as In<S>;
}

/** Ways to each step. */
export const toPicker: readonly Play[] = [start(), sessionStarted()];
export const toQuestion: readonly Play[] = [
  start(),
  sessionStarted(answer({ manage: true }, managed)),
  askToEnd,
];
export const toGivenPicker: readonly Play[] = [start(), sessionGiven()];
export const toSignIn: readonly Play[] = [...toPicker, choose(password.slug)];
export const toConnecting: readonly Play[] = [...toSignIn, submit()];
export const toChallenge: readonly Play[] = [...toConnecting, resultReceived(pending('sms', '•• 42'))];
export const toAuthorize: readonly Play[] = [...toPicker, choose(oauth.slug)];
export const toWindow: readonly Play[] = [
  ...toAuthorize,
  { type: 'authorize-requested' },
  windowSays('opened'),
];
export const toDone: readonly Play[] = [...toConnecting, resultReceived(result({ provider_id: 'p1' }))];
