import type { State } from '../../flow/index.js';
import { isDevelopment } from '../development.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import { withInspect } from '../with-inspect.js';

/**
 * Looks over what the page set and what the service answered for what a developer should know: on a developer's
 * machine, and wherever only a developer can help.
 */
export function hintAt(link: LinkHost, state: State, warn: Warn): void {
  const code = state.step === 'problem' ? state.problem.code : null;
  if (isDevelopment() || code === 'origin_not_allowed' || code === 'invalid_token')
    withInspect(({ inspect }) => inspect(link, state, warn));
}
