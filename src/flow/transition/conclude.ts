import type { State } from '../state/index.js';
import { changeEffects } from './change-effects.js';
import { isLooking, isTrying, noteOfTry } from './end-run.js';
import { endingOf, exitEffects } from './exit-effects.js';
import { isOver } from './expiry.js';
import { settle } from './settle.js';
import type { Turn } from './turn.js';

/** Adds to a settled turn the effects for credentials, problems and ends. */
export function conclude(before: State, turn: Turn): Turn {
  const [settled, orders] = settle(before, turn);
  const next = isTrying(settled) && !settled.unsettled ? { ...settled, unsettled: true } : settled;
  const ends = !next.exited && isOver(next) && !isLooking(next);
  // Finishing ends a try that is open, too, so the next run has no try to wait for.
  const finishes = ends && next.session?.multiple && next.results.length > 0;
  const after = ends ? { ...next, exited: true, unsettled: !finishes && next.unsettled } : next;
  const { result, session } = after;
  // If more can follow, success is not the end.
  const goesOn = after.step === 'done' && before.step !== 'done' && !isOver(after) && after.acted;
  const effects = [...orders, ...changeEffects(before, after)];
  if (goesOn && result) {
    effects.push({ type: 'announce', announcement: { name: 'svc-success', detail: result } });
  }
  if (ends) {
    const ending = endingOf(before, after);
    if (finishes) effects.push({ type: 'finish-session' });
    else if (session && ending.outcome !== 'success')
      effects.push({ type: 'note-leaving', place: ending.step });
    if (after.unsettled) effects.push(noteOfTry(after));
    else if (isLooking(before)) effects.push({ type: 'forget' });
    effects.push(...exitEffects(ending));
  }
  return [after, effects];
}
