import { move, type Effect, type State } from '../state/index.js';
import { ask, type Turn } from './turn.js';

/** The timer after which the progress says that it takes a while. */
export const stageTimer: Effect = { type: 'start-timer', timer: 'stage', seconds: 5 };

const timers: readonly Effect[] = [stageTimer, { type: 'start-timer', timer: 'poll-end', seconds: 60 }];

/** Waits for the service to know the outcome; `id` is the window whose polling continues. */
export function wait(state: State, via: 'password' | 'oauth', id?: number): Turn {
  const waiting = move(state, { step: 'connecting', stage: 0, via, awaiting: id ?? null });
  return id === undefined
    ? ask(waiting, { type: 'poll-session' }, ...timers)
    : [waiting, [{ type: 'poll-session', id }, ...timers]];
}
