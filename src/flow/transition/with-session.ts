import type { StartedLink } from '../../contract/index.js';
import { shownProviders, type Event, type State } from '../state/index.js';

/** Whether the session has no outcome and no connections yet. */
export const isOrdinary = ({ session: { state, connections } }: StartedLink): boolean =>
  (state === 'created' || state === 'started') && !connections?.length;

/** Keeps what the start of the session says, or what came with the token until the start has confirmed it. */
export function withSession(
  state: State,
  { type, id, answer }: Extract<Event, { type: 'session-started' | 'session-given' }>,
): State {
  const { session, providers } = answer;
  const isGiven = type === 'session-given';
  return {
    ...state,
    session,
    resume: null,
    confirming: isGiven ? id : null,
    offered: providers,
    providers: shownProviders(providers, state.options),
    expiresIn: null,
    moreTime: null,
    // An accepted token has fixed the problem of the old one. A check that failed may fail again.
    renewedFor: isGiven || state.renewedFor === 'token_not_validated' ? state.renewedFor : null,
  };
}
