// Random ways through the flow: what people, host pages and ports may do at any moment.
import fc from 'fast-check';
import { linkErrorTypes, ownProblemCodes } from '../../src/contract/index.js';
import type { Effect, Event, State, Timer } from '../../src/flow/index.js';
import { begin, transition } from '../../src/flow/index.js';
import {
  answer,
  askToEnd,
  choose,
  managed,
  failure,
  now,
  oauth,
  options,
  password,
  providers,
  refused,
  result,
  secrets,
  session,
  sessionGiven,
  sessionStarted,
  start,
  submit,
  toChallenge,
  toConnecting,
  toGivenPicker,
  toQuestion,
  toPicker,
  toWindow,
  type Play,
} from './plays.js';

const codes = fc.constantFrom(...linkErrorTypes, ...ownProblemCodes, 'moon_phase');
const sessions = fc
  .record({
    state: fc.constantFrom(
      'created',
      'started',
      'started',
      'pending_provider_mfa',
      'pending_confirmation',
      'success',
      'error',
      'odd',
    ),
    provider: fc.constantFrom(null, password.slug, oauth.slug),
    attempt: fc.constantFrom(0, 1, 2),
    multiple: fc.boolean(),
    manage: fc.boolean(),
    connections: fc.constantFrom(null, [], [{ provider: password.slug, provider_id: 'p1' }]),
    error_type: fc.option(codes),
    redirect_url: fc.constantFrom(null, 'https://app.example/back', 'javascript:alert(1)'),
    on_error: fc.constantFrom(null, 'redirect'),
    on_close: fc.constantFrom(null, 'redirect'),
    can_hand_off: fc.boolean(),
    expires_at: fc.constantFrom(null, '2026-01-01T00:01:00Z', '2026-01-01T01:00:00Z', 'soon'),
  })
  .map(({ connections, ...given }) => session({ ...given, connections: connections && [...connections] }));
const answers = fc
  .tuple(sessions, fc.constantFrom(providers, providers, managed, managed, [password], [oauth], []))
  .map(([given, list]) => ({ ...answer({}, list), session: given }));
const results = fc.oneof(
  codes.map(refused),
  fc.constant(result({ state: 'success' })),
  fc.constant(result({ state: 'pending_provider_mfa', provider_mfa: { method: 'sms', hint: null } })),
  fc.constant(result({ state: 'eclipse' })),
);
const failures = fc
  .tuple(codes, fc.constantFrom(null, 30))
  .map(([code, retryAfter]) => failure(code, { retryAfter }));
const givenOptions = fc
  .record({
    provider: fc.constantFrom(null, null, password.slug, oauth.slug, 'nobody'),
    providers: fc.constantFrom<string[]>([], [], [oauth.slug], ['nobody']),
    redirectOn: fc.constantFrom<('success' | 'error' | 'cancel')[] | null>(
      null,
      [],
      ['success', 'error', 'cancel'],
    ),
    canRenew: fc.boolean(),
  })
  .map(options);
const resume = fc.option(
  fc.record({
    sameToken: fc.boolean(),
    provider: fc.constantFrom(null, password.slug, oauth.slug),
    step: fc.constantFrom(
      'select-provider' as const,
      'sign-in' as const,
      'connecting' as const,
      'challenge' as const,
      'handoff' as const,
    ),
    told: fc.constantFrom(null, 'session-1 1'),
  }),
);

const person = fc.oneof(
  fc.constantFrom<Event>(
    { type: 'back-requested' },
    { type: 'cancel-requested' },
    { type: 'retry-requested' },
    { type: 'another-provider-requested' },
    { type: 'sign-in-again-requested' },
    { type: 'another-connection-requested' },
    { type: 'more-time-requested' },
    { type: 'new-code-requested' },
    { type: 'authorize-requested' },
    { type: 'same-window-requested' },
    { type: 'handoff-requested' },
    { type: 'news-expected' },
    { type: 'disconnect-confirmed' },
    { type: 'disconnect-confirmed' },
    { type: 'query-changed', query: 'ring' },
    { type: 'username-changed', username: 'me@example.com' },
    { type: 'region-chosen', region: 'eu' },
    { type: 'credentials-submitted', username: 'me@example.com', password: secrets.password, region: null },
    { type: 'code-submitted', code: secrets.code },
  ),
  fc.constantFrom(password.slug, oauth.slug, 'carrier_pigeon', 'nobody').chain((provider) =>
    fc.constantFrom<Event>(
      { type: 'provider-chosen', provider },
      { type: 'disconnect-requested', provider },
      // A provider that is connected in some of the lists.
      { type: 'disconnect-requested', provider: oauth.slug },
    ),
  ),
);
const host = fc.oneof(
  fc
    .tuple(givenOptions, resume)
    .map(([given, left]): Event => ({ type: 'started', options: given, resume: left })),
  givenOptions.map((given): Event => ({ type: 'options-changed', options: given })),
  fc.constantFrom<Event>(
    { type: 'token-replaced' },
    { type: 'not-configured' },
    { type: 'page-restored' },
    { type: 'page-focused' },
    { type: 'went-offline' },
    { type: 'went-online' },
  ),
);
const ends = fc.oneof(
  fc.constantFrom<Event>({ type: 'close-requested' }, { type: 'leave-requested' }),
  givenOptions.map((given): Event => ({ type: 'restart-requested', options: given })),
);
const timers = fc
  .record({
    timer: fc.constantFrom<Timer>('stage', 'cool-down', 'retry', 'expiry', 'grace', 'poll-end', 'last-look'),
    // Around the ends of the sessions above, in minutes.
    minutes: fc.integer({ min: 0, max: 62 }),
  })
  .map(({ timer, minutes }): Event => ({ type: 'timer-fired', timer, now: now + minutes * 60_000 }));

/** One answer of each kind that a port may give; the question decides which one is used. */
const reply = fc.record({
  fails: fc.integer({ min: 0, max: 3 }),
  answer: answers,
  result: results,
  session: sessions,
  failure: failures,
  code: codes,
  window: fc.constantFrom(
    'refused',
    'opened',
    'blocked',
    'leaving',
    'finished',
    'closed',
    'polled',
    'polled',
  ),
  to: fc.constantFrom('awaited', 'awaited', 'awaited', 'behind', 'confirming', 'late'),
});
type Reply = typeof reply extends fc.Arbitrary<infer R> ? R : never;

const moves = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: person },
    { weight: 8, arbitrary: reply },
    { weight: 2, arbitrary: host },
    { weight: 1, arbitrary: timers },
    { weight: 1, arbitrary: ends },
  ),
  { maxLength: 40 },
);
const begun = {
  started: [start({ canRenew: true })],
  picker: toPicker,
  given: toGivenPicker,
  'given form': [...toGivenPicker, choose(password.slug)],
  'given, sent': [...toGivenPicker, choose(password.slug), submit()],
  question: toQuestion,
  'given question': [
    start(),
    sessionGiven(answer({ state: 'created', manage: true }, managed)),
    askToEnd,
  ] satisfies Play[],
  connecting: toConnecting,
  challenge: toChallenge,
  window: toWindow,
  phone: [
    start(),
    sessionStarted(answer({ can_hand_off: true })),
    choose(password.slug),
    { type: 'handoff-requested' },
  ] satisfies Play[],
};

/** A way through the flow: events in random order, and from some point on replies to whatever was asked. */
export const ways = fc.record({
  from: fc.constantFrom(
    'started' as const,
    'picker' as const,
    'given' as const,
    'given form' as const,
    'given, sent' as const,
    'question' as const,
    'given question' as const,
    'connecting' as const,
    'challenge' as const,
    'window' as const,
    'phone' as const,
  ),
  canRenew: fc.boolean(),
  moves,
});
export type Way = typeof ways extends fc.Arbitrary<infer W> ? W : never;

/** A port's answer to a question. */
function say(question: string | undefined, id: number, given: Reply): Event {
  const { fails, failure: why, code } = given;
  const failed: Event = { type: 'request-failed', id, failure: why };
  switch (question) {
    case 'start-session':
      if (fails === 0) return failed;
      return {
        type: fails === 1 ? 'session-given' : 'session-started',
        id,
        answer: given.answer,
        now,
      };
    case 'request-token':
      return { type: fails === 0 ? 'token-refused' : 'token-renewed', id };
    case 'disconnect':
      return fails === 0 ? failed : { type: 'disconnected', id, answer: { success: true } };
    case 'read-state':
    case 'end-handoff':
      return fails === 0 ? failed : { type: 'state-read', id, session: given.session };
    case 'open-window':
    case 'poll-session':
      if (fails === 0) return failed;
      if (given.window === 'refused') return { type: 'window-refused', id, code };
      if (given.window === 'polled' || question === 'poll-session') {
        return { type: 'session-polled', id, session: given.session };
      }
      return { type: `window-${given.window as 'opened'}`, id };
    default:
      return fails === 0 ? failed : { type: 'result-received', id, result: given.result };
  }
}

/** Goes one way and shows each turn of it to `see`. */
export function walk(
  { from, canRenew, moves: way }: Way,
  see: (before: State, event: Event, after: State, effects: readonly Effect[]) => void,
): void {
  let state = begin();
  const questions = new Map<number, string>();
  const take = (event: Event) => {
    const before = state;
    const [after, effects] = transition(before, event);
    for (const effect of effects) {
      if ('id' in effect && effect.type !== 'abort' && effect.type !== 'focus-window') {
        questions.set(effect.id, effect.type);
      }
    }
    state = after;
    see(before, event, after, effects);
  };
  for (const step of begun[from]) take(typeof step === 'function' ? step(state) : step);
  take({ type: 'options-changed', options: options({ canRenew }) });
  for (const move of way) {
    if ('type' in move) take(move);
    else {
      const late = state.effectId - 1;
      const { awaiting, renewing, confirming } = state;
      const id = { awaited: awaiting, behind: renewing, confirming, late }[move.to] ?? -1;
      take(say(questions.get(id), id, move));
    }
  }
}
