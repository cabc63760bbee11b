import type { FlowOptions, Shared, State, StepState } from './state.js';

const options: FlowOptions = { provider: null, providers: [], redirectOn: null, canRenew: false };

const shared: Shared = {
  run: 0,
  // There is nothing to leave before the first run.
  exited: true,
  ready: false,
  acted: false,
  options,
  resume: null,
  session: null,
  offered: [],
  providers: [],
  provider: null,
  query: '',
  username: '',
  region: null,
  typedFor: null,
  result: null,
  effectId: 0,
  awaiting: null,
  renewing: null,
  lastProblem: null,
  renewedFor: null,
  expiresIn: null,
  online: true,
};

/** Before the first run: closed, with nothing to show. */
export const begin = (): State => ({ ...shared, step: 'closed', outcome: null });

/**
 * The next step: keeps what every step knows and drops what only the last one did. What was awaited is
 * given up unless `next` names it.
 */
export function move(state: State, next: StepState & Partial<Shared>): State {
  const kept = Object.fromEntries(Object.keys(shared).map((key) => [key, Reflect.get(state, key)]));
  // The checker cannot see that the keys of Shared make a Shared.
  return { ...(kept as unknown as Shared), awaiting: null, ...next };
}
