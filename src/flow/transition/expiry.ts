import type { LinkSession } from '../../contract/index.js';
import type { Effect, State } from '../state/index.js';
import { expiryTimer, secondsLeft, warningTime } from './expiry-timer.js';
import { isFinal } from './problem.js';
import { askBehind, type Turn } from './turn.js';

/** How many seconds before the token's end the person is warned once more. */
const lastWarning = 60;

/** The timer of the next warning, for a person who was warned already. */
export const warnAgain = (left: number): Effect[] =>
  left > 0
    ? [{ type: 'start-timer', timer: 'expiry', seconds: left > lastWarning ? left - lastWarning : left }]
    : [];

/** Whether the run no longer needs its token. */
export const isOver = (state: State): boolean =>
  state.step === 'closed' || (state.step === 'done' && !state.session?.multiple);

/** Warns of the token's end, and again at the last minute and at the end. */
export function countDown(state: State, session: LinkSession, now: number): Turn {
  const left = Math.round(secondsLeft(session, now));
  // The device's clock was put back, or the service named no end for this session.
  if (!(left <= warningTime)) return [state, expiryTimer(session, now)];
  const seconds = Math.max(0, left);
  const told = { ...state, expiresIn: seconds };
  const effects: Effect[] = [];
  if (state.expiresIn === null)
    effects.push({ type: 'announce', announcement: { name: 'svc-expiring', detail: { seconds } } });
  effects.push(...warnAgain(seconds));
  // A person in the provider's window sees neither the warning nor a button here.
  const isAway = seconds > 0 && state.step === 'authorize' && state.awaiting !== null;
  const [next, orders] =
    isAway && (state.options.canRenew || session.can_extend)
      ? askBehind(told, { type: 'request-token', reason: 'extend', keep: true })
      : [told, []];
  return [next, [...effects, ...orders]];
}

/** Whether the token's end can be moved without harm to what is under way, because that belongs to its token. */
export function canHaveMoreTime(state: State): boolean {
  const { step, expiresIn, options, session, awaiting, confirming } = state;
  // The service itself can move an end that is still to come.
  const isOffered = options.canRenew || (session?.can_extend && expiresIn !== 0);
  // A page that is asked may give another token.
  const isFree = awaiting === null || (!options.canRenew && (step === 'authorize' || step === 'handoff'));
  if (expiresIn === null || !isOffered || !isFree || confirming !== null) return false;
  return state.step === 'problem' ? !isFinal(state, state.problem) : !isOver(state);
}
