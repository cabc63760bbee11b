import type { StartedLink } from '../../contract/index.js';
import { shownProviders, type State } from '../state/index.js';

/** Keeps what the start of the session says. */
export function withSession(state: State, { session, providers }: StartedLink): State {
  return {
    ...state,
    session,
    resume: null,
    offered: providers,
    providers: shownProviders(providers, state.options),
    expiresIn: null,
    // A token that was accepted has mended its problem; a check that failed may fail again.
    renewedFor: state.renewedFor === 'token_not_validated' ? state.renewedFor : null,
  };
}
