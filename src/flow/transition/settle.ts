import type { Announcement, Effect, State, StepsThatAre } from '../state/index.js';
import type { Turn } from './turn.js';

const idle: StepsThatAre<'idle'> = {
  loading: 1,
  disconnect: 1,
  done: 1,
  problem: 1,
  closed: 1,
};

/** Adds what follows from any change: what to give up, what to remember, which step was entered, and the announcements. */
export function settle(before: State, [next, orders]: Turn, ...told: Announcement[]): Turn {
  const entered = next.step !== before.step;
  const isUsable = !(next.step in idle);
  const isReady = !next.ready && isUsable;
  const after = isReady ? { ...next, ready: true } : next;
  const { step, provider } = after;

  const effects: Effect[] = [];
  const say = (announcement: Announcement) => effects.push({ type: 'announce', announcement });
  for (const key of ['awaiting', 'renewing', 'confirming'] as const) {
    const id = before[key];
    if (id !== null && after[key] !== id) effects.push({ type: 'abort', id });
  }
  if (entered && isUsable) effects.push({ type: 'remember', provider, step, told: after.told });
  if (entered && (step === 'done' || step === 'closed')) effects.push({ type: 'forget' });
  effects.push(...orders);

  if (entered) say({ name: 'svc-step', detail: { step, previous: before.step, provider } });
  if (isReady) say({ name: 'svc-ready', detail: { step, providers: after.providers.length } });
  for (const announcement of told) say(announcement);
  return [after, effects];
}
