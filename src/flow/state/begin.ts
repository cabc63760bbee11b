import type { FlowOptions, Shared, State } from './state.js';

const options: FlowOptions = { provider: null, providers: [], redirectOn: null, canRenew: false };

/** What every step knows before the first run. */
export const initial: Shared = {
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
  shared: null,
  consent: null,
  typedFor: null,
  result: null,
  results: [],
  told: null,
  effectId: 0,
  awaiting: null,
  renewing: null,
  confirming: null,
  unsettled: false,
  lastProblem: null,
  renewedFor: null,
  expiresIn: null,
  moreTime: null,
  online: true,
};

/** Before the first run: closed, with nothing to show. */
export const begin = (): State => ({ ...initial, step: 'closed', outcome: null });
