import { move, type Effect, type State } from '../state/index.js';
import { firstStage } from './steps/sign-in.js';
import { ask, type Turn } from './turn.js';

const timers: readonly Effect[] = [
  { type: 'start-timer', timer: 'stage', seconds: firstStage },
  { type: 'start-timer', timer: 'poll-end', seconds: 60 },
];

/** Waits for the service to know the outcome; `id` is the window whose polling goes on. */
export function wait(state: State, via: 'password' | 'oauth', id?: number): Turn {
  const waiting = move(state, { step: 'connecting', stage: 0, via, awaiting: id ?? null });
  return id === undefined
    ? ask(waiting, { type: 'poll-session' }, ...timers)
    : [waiting, [{ type: 'poll-session', id }, ...timers]];
}
