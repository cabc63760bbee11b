import type { State } from '../state/index.js';
import { isLooking } from './end-run.js';
import { endingOf, exitEffects } from './exit-effects.js';
import { isOver } from './expiry.js';
import { follow } from './follow.js';
import { settle } from './settle.js';
import type { Turn } from './turn.js';

/** Adds to a settled turn what only credentials, problems and ends call for. */
export function conclude(before: State, turn: Turn): Turn {
  const [next, orders] = settle(before, turn);
  const ends = !next.exited && isOver(next) && !isLooking(next);
  const after = ends ? { ...next, exited: true } : next;
  return [
    after,
    [...orders, ...follow(before, after), ...(ends ? exitEffects(endingOf(before, after)) : [])],
  ];
}
