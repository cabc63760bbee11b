import { randomUUID } from 'node:crypto';
import type { Secrets } from '../crypto/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { broken } from '../http/index.js';
import type { Clock } from '../work/index.js';
import { inTurn } from './in-turn.js';

interface Tools {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** A request that may be repeated. */
export interface AskedOnce {
  /** The team or organization that the key belongs to. */
  readonly ownerId: string;
  /** The team whose deletion also deletes the answer. */
  readonly teamId: string | null;
  readonly key: string;
  /** The method, address and body. */
  readonly request: string;
}

/** The user or team that an answer is about. The answer is deleted with it. */
export interface About {
  readonly userId?: string;
  readonly teamId?: string;
}

/** The result of this request, or of the request that it repeats. */
export interface Made<T> {
  readonly made: T;
  readonly isRepeat: boolean;
}

/**
 * Runs `work` in a transaction and keeps its result, plain JSON, in the same transaction, so that neither is stored without
 * the other. A repeat gets that result. A simultaneous repeat waits for the first request: in this process for its turn,
 * and in another process at the database, where its row cannot be inserted before the first transaction has ended. Failures
 * are not kept. Throws 422 if the key was used for another request.
 */
export const makeOnce = <T extends object>(
  tools: Tools,
  asked: AskedOnce | undefined,
  work: (tx: Tx) => Promise<T>,
  about: (made: T) => About,
): Promise<Made<T>> => {
  if (!asked) return transact(tools.db, async (tx) => ({ made: await work(tx), isRepeat: false }));
  const digests = digestsOf(tools.secrets, asked);
  return inTurn(tools.db, digests.key_digest, () =>
    transact(tools.db, async (tx) => {
      for (;;) {
        const id = await claim(tx, asked, digests, tools.clock.now());
        if (id !== undefined) {
          const made = await work(tx);
          await keep(tx, tools.secrets, id, made, { teamId: asked.teamId, ...about(made) });
          return { made, isRepeat: false };
        }
        const made = await find<T>(tx, tools.secrets, asked, digests);
        // If the answer was deleted since, the request counts as new.
        if (made) return { made, isRepeat: true };
      }
    }),
  );
};

interface Digests {
  readonly key_digest: string;
  readonly request_digest: string;
}

/** Digests with a secret, because callers choose the keys freely, and bodies are about people. */
const digestsOf = (secrets: Secrets, { ownerId, key, request }: AskedOnce): Digests => ({
  key_digest: secrets.digest('idempotency-key', `${ownerId} ${key}`),
  request_digest: secrets.digest('repeated-request', `${ownerId} ${request}`),
});

/** Inserts a row and returns its id; undefined if the key was used before. */
async function claim(
  tx: Tx,
  { ownerId }: AskedOnce,
  digests: Digests,
  now: Date,
): Promise<string | undefined> {
  const row = { id: randomUUID(), owner_id: ownerId, ...digests, created_on: now };
  const inserted = await tx
    .insertInto('kept_answer')
    .values({ ...row, team_id: null, user_id: null, answer: null })
    .onConflict((conflict) => conflict.columns(['owner_id', 'key_digest']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

async function keep(
  tx: Tx,
  secrets: Secrets,
  id: string,
  made: object,
  { teamId, userId }: { readonly teamId?: string | null; readonly userId?: string },
): Promise<void> {
  const answer = secrets.seal('kept-answer', id, JSON.stringify(made));
  await tx
    .updateTable('kept_answer')
    .set({ answer, team_id: teamId ?? null, user_id: userId ?? null })
    .where('id', '=', id)
    .execute();
}

async function find<T extends object>(
  tx: Tx,
  secrets: Secrets,
  { ownerId }: AskedOnce,
  { key_digest, request_digest }: Digests,
): Promise<T | undefined> {
  const kept = await tx
    .selectFrom('kept_answer')
    .select(['id', 'request_digest', 'answer'])
    .where('owner_id', '=', ownerId)
    .where('key_digest', '=', key_digest)
    .executeTakeFirst();
  if (!kept) return undefined;
  if (kept.request_digest !== request_digest)
    throw broken(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request: its address or its body differs. Take a new key for each new request.',
    );
  if (kept.answer === null) throw new Error('an answer was stored without what it says');
  // Only `keep` seals this value, for a request to the same endpoint.
  return JSON.parse(secrets.open('kept-answer', kept.id, kept.answer)) as T;
}
