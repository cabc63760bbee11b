import { randomUUID } from 'node:crypto';
import { pruneBudgets } from '../provider-http/index.js';
import { regularly } from '../work/index.js';
import { endUnnamed } from './end-unnamed.js';
import { releaseUnused } from './revocations.js';
import { type RevokeDeps, revokeDue } from './revoke-due.js';

const revokeEvery = 10_000;
const tidyEvery = 600_000;

/**
 * Lets go of unused grants, and deletes what has expired. Looks through the grants after the id `behind`, and returns the
 * id to continue after next time.
 */
export async function tidyGrants(deps: RevokeDeps, behind?: string, goOn?: () => boolean): Promise<string> {
  const next = await releaseUnused(deps.db, behind);
  await endUnnamed(deps, goOn);
  await pruneBudgets(deps.db);
  return next;
}

/** Regularly ends the grants that were let go, and deletes what has expired. Returns the function that stops this. */
export function tendGrantsRegularly(deps: RevokeDeps): () => Promise<void> {
  const { log } = deps;
  const stopRevoking = regularly(
    revokeEvery,
    (goOn) => revokeDue(deps, goOn),
    (err) => log.error({ err }, 'grants could not be ended'),
    { atOnce: true },
  );
  // Begins at a random place, so that processes which live for a few hours do not all look through the same part.
  let behind: string = randomUUID();
  const stopTidying = regularly(
    tidyEvery,
    async (goOn) => {
      behind = await tidyGrants(deps, behind, goOn);
    },
    (err) => log.error({ err }, 'grants could not be tidied'),
    { atOnce: true },
  );
  return async () => {
    await Promise.all([stopRevoking(), stopTidying()]);
  };
}
