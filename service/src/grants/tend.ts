import { pruneBudgets } from '../provider-http/index.js';
import { regularly } from '../work/index.js';
import { releaseUnused } from './revocations.js';
import { type RevokeDeps, revokeDue } from './revoke-due.js';
import { endUnnamed } from './unnamed.js';

const revokeEvery = 10_000;
const tidyEvery = 600_000;

/** Lets go of what nobody uses, and deletes what is over. */
export async function tidyGrants(deps: RevokeDeps): Promise<void> {
  await releaseUnused(deps.db);
  await endUnnamed(deps);
  await pruneBudgets(deps.db);
}

/** Ends grants that were let go, and deletes what is over. Returns the function that stops it. */
export function tendGrantsRegularly(deps: RevokeDeps): () => Promise<void> {
  const { log } = deps;
  const stopRevoking = regularly(
    revokeEvery,
    (goOn) => revokeDue(deps, goOn),
    (err) => log.error({ err }, 'grants could not be ended'),
    { atOnce: true },
  );
  const stopTidying = regularly(
    tidyEvery,
    () => tidyGrants(deps),
    (err) => log.error({ err }, 'grants could not be tidied'),
    { atOnce: true },
  );
  return async () => {
    await Promise.all([stopRevoking(), stopTidying()]);
  };
}
