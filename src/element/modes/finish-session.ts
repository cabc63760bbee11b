import type { LaterSteps } from '../controllers/later-steps.js';
import type { HostedAccess } from './hosted-access.js';

/** Uses up a token that makes several connections. If the request fails, the token ends by itself. */
export const finish = ({ finishLink, serviceOf }: LaterSteps, access: HostedAccess): void =>
  void serviceOf(access)
    .ask(finishLink, {})
    .catch(() => {});
