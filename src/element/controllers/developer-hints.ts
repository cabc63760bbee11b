import type { State } from '../../flow/index.js';
import type { SvcLink } from '../svc-link.js';
import type { Warn } from '../warn.js';

/** Where developers try things out. People's browsers elsewhere do not load what is for developers. */
const isDevelopment = /^(?:localhost|127\.|\[::1)|\.(?:localhost|local|test)$/.test(location.hostname);

/**
 * Looks over what the page set and what the service answered for what a developer should know: on a developer's
 * machine, and wherever only a developer can help.
 */
export function hintAt(link: SvcLink, state: State, warn: Warn): void {
  const code = state.step === 'problem' ? state.problem.code : null;
  if (isDevelopment || code === 'origin_not_allowed' || code === 'invalid_token')
    void import('../inspect.js').then(
      ({ inspect }) => inspect(link, state, warn),
      () => {},
    );
}
