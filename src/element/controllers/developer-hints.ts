import type { State } from '../../flow/index.js';
import { isDevelopment } from '../development.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import { withInspect } from '../with-inspect.js';

/**
 * Checks what the page set and what the service answered, and tells the developer. Runs on a developer's machine, and elsewhere
 * only for a problem that only a developer can fix.
 */
export function hintAt(link: LinkHost, state: State, warn: Warn): void {
  const code = state.step === 'problem' ? state.problem.code : null;
  if (isDevelopment() || code === 'origin_not_allowed' || code === 'invalid_token')
    withInspect(({ inspect }) => inspect(link, state, warn));
}
