import { sql } from 'kysely';
import { link } from './migrations/0001-link.js';
import { embedding } from './migrations/0002-embedding.js';
import { users } from './migrations/0003-users.js';
import { events } from './migrations/0004-events.js';
import { webhooks } from './migrations/0005-webhooks.js';
import { bulk } from './migrations/0006-bulk.js';
import { data } from './migrations/0007-data.js';
import { management } from './migrations/0008-management.js';
import { labs } from './migrations/0009-labs.js';
import { insurance } from './migrations/0010-insurance.js';
import { linkSteps } from './migrations/0011-link-steps.js';
import { userCount } from './migrations/0012-user-count.js';
import { providerAccounts } from './migrations/0013-provider-accounts.js';
import { masterKey } from './migrations/0014-master-key.js';
import { userFallbacks } from './migrations/0015-user-fallbacks.js';
import { slowWebhooks } from './migrations/0016-slow-webhooks.js';
import { signInTries } from './migrations/0017-sign-in-tries.js';
import { brokenConnections } from './migrations/0018-broken-connections.js';
import { listPlaces } from './migrations/0019-list-places.js';
import { dueDeliveries } from './migrations/0020-due-deliveries.js';
import { resultsPlaces } from './migrations/0021-results-places.js';
import { pullClaims } from './migrations/0022-pull-claims.js';
import { sealedHealthData } from './migrations/0023-sealed-health-data.js';
import { providerGrants } from './migrations/0024-provider-grants.js';
import { providerData } from './migrations/0025-provider-data.js';
import { linkUse } from './migrations/0026-link-use.js';
import { noticeHints } from './migrations/0027-notice-hints.js';
import { noticeSubscribers } from './migrations/0028-notice-subscribers.js';
import { misreadAnswers } from './migrations/0029-misread-answers.js';
import { providerActivity } from './migrations/0030-provider-activity.js';
import { unusedGrants } from './migrations/0031-unused-grants.js';
import { suspectedGrants } from './migrations/0032-suspected-grants.js';
import { fairLooks } from './migrations/0033-fair-looks.js';
import { consents } from './migrations/0034-consents.js';
import { linkHandoffs } from './migrations/0035-link-handoffs.js';
import { reconnect } from './migrations/0036-reconnect.js';
import { severalConnections } from './migrations/0037-several-connections.js';
import { stepRequests } from './migrations/0038-step-requests.js';
import { sessionTraces } from './migrations/0039-session-traces.js';
import { audit } from './migrations/0040-audit.js';
import { keptAnswers } from './migrations/0041-kept-answers.js';
import { dataKeys } from './migrations/0042-data-keys.js';
import { keyEnds, keyEndsIndexes } from './migrations/0043-key-ends.js';
import {
  forgottenUsers,
  forgottenUsersData,
  forgottenUsersIndexes,
} from './migrations/0044-forgotten-users.js';
import { compatibility } from './migrations/0045-compatibility.js';
import { consoleSessions } from './migrations/0047-console-sessions.js';
import { retention, retentionIndexes } from './migrations/0048-retention.js';
import { claims, claimsData, claimsIndexes } from './migrations/0049-claims.js';
import { largeTeams, largeTeamsIndexes } from './migrations/0050-large-teams.js';
import { processes } from './migrations/0051-processes.js';
import { failedDeletions } from './migrations/0052-failed-deletions.js';
import { auditStays } from './migrations/0053-audit-stays.js';
import { sessionIssuers } from './migrations/0054-session-issuers.js';
import { failedUsers } from './migrations/0055-failed-users.js';
import { failedWebhooks } from './migrations/0056-failed-webhooks.js';
import { claimLookup } from './migrations/0057-claim-lookup.js';
import { countedDays } from './migrations/0058-counted-days.js';
import { subscribeProblem } from './migrations/0059-subscribe-problem.js';
import { unnamedTokens } from './migrations/0060-unnamed-tokens.js';
import { webhookTurns, webhookTurnsIndexes } from './migrations/0061-webhook-turns.js';
import { providerOffers } from './migrations/0062-provider-offers.js';
import { toldPasts } from './migrations/0063-told-pasts.js';
import { pullTurns, pullTurnsData, pullTurnsIndexes } from './migrations/0064-pull-turns.js';
import { webhookIndexes } from './migrations/0065-webhook-indexes.js';
import { checkEngine, rulesOf } from './engines.js';
import { runSteps, stepsOf } from './migrate-steps.js';
import { createOnce, transactUnlimited } from './one-at-a-time.js';
import type { OpenDatabase } from './open.js';
import { TablesRefused } from './tables-refused.js';
import type { Db, Tx } from './transact.js';

export interface Migration {
  readonly name: string;
  /** Statements that change tables. Each is a transaction of its own, so that it holds its locks only briefly. */
  readonly statements: readonly string[];
  /**
   * Indexes of tables that existed before, as `create [unique] index NAME on …`. They come after `statements` and are built while
   * others write.
   */
  readonly indexes?: readonly string[];
  /** Statements that change rows, after the indexes. Each is a transaction of its own. */
  readonly data?: readonly string[];
  /**
   * The number of the migration that a process must know to work with this one. Absent if every process can, for example with a
   * new table or column. A migration that removes what processes use names the first migration that no longer uses it.
   */
  readonly needs?: number;
}

/** A released entry never changes. A change of the schema is a new entry. */
export const migrations: readonly Migration[] = [
  { name: '0001-link', statements: link },
  { name: '0002-embedding', statements: embedding },
  { name: '0003-users', statements: users },
  { name: '0004-events', statements: events },
  { name: '0005-webhooks', statements: webhooks },
  { name: '0006-bulk', statements: bulk },
  { name: '0007-data', statements: data },
  { name: '0008-management', statements: management },
  { name: '0009-labs', statements: labs },
  { name: '0010-insurance', statements: insurance },
  { name: '0011-link-steps', statements: linkSteps },
  { name: '0012-user-count', statements: userCount },
  { name: '0013-provider-accounts', statements: providerAccounts },
  { name: '0014-master-key', statements: masterKey },
  { name: '0015-user-fallbacks', statements: userFallbacks },
  { name: '0016-slow-webhooks', statements: slowWebhooks },
  { name: '0017-sign-in-tries', statements: signInTries },
  { name: '0018-broken-connections', statements: brokenConnections },
  { name: '0019-list-places', statements: listPlaces },
  { name: '0020-due-deliveries', statements: dueDeliveries },
  { name: '0021-results-places', statements: resultsPlaces },
  { name: '0022-pull-claims', statements: pullClaims },
  { name: '0023-sealed-health-data', statements: sealedHealthData },
  { name: '0024-provider-grants', statements: providerGrants },
  { name: '0025-provider-data', statements: providerData },
  { name: '0026-link-use', statements: linkUse },
  { name: '0027-notice-hints', statements: noticeHints },
  { name: '0028-notice-subscribers', statements: noticeSubscribers },
  { name: '0029-misread-answers', statements: misreadAnswers },
  { name: '0030-provider-activity', statements: providerActivity },
  { name: '0031-unused-grants', statements: unusedGrants },
  { name: '0032-suspected-grants', statements: suspectedGrants },
  { name: '0033-fair-looks', statements: fairLooks },
  { name: '0034-consents', statements: consents },
  { name: '0035-link-handoffs', statements: linkHandoffs },
  { name: '0036-reconnect', statements: reconnect },
  { name: '0037-several-connections', statements: severalConnections },
  { name: '0038-step-requests', statements: stepRequests },
  { name: '0039-session-traces', statements: sessionTraces },
  { name: '0040-audit', statements: audit },
  { name: '0041-kept-answers', statements: keptAnswers },
  { name: '0042-data-keys', statements: dataKeys },
  { name: '0043-key-ends', statements: keyEnds, indexes: keyEndsIndexes },
  {
    name: '0044-forgotten-users',
    statements: forgottenUsers,
    indexes: forgottenUsersIndexes,
    data: forgottenUsersData,
  },
  { name: '0045-compatibility', statements: compatibility },
  { name: '0047-console-sessions', statements: consoleSessions },
  { name: '0048-retention', statements: retention, indexes: retentionIndexes },
  { name: '0049-claims', statements: claims, indexes: claimsIndexes, data: claimsData },
  { name: '0050-large-teams', statements: largeTeams, indexes: largeTeamsIndexes },
  { name: '0051-processes', statements: processes },
  { name: '0052-failed-deletions', statements: failedDeletions },
  { name: '0053-audit-stays', statements: auditStays },
  { name: '0054-session-issuers', statements: sessionIssuers },
  { name: '0055-failed-users', statements: failedUsers },
  { name: '0056-failed-webhooks', statements: failedWebhooks },
  { name: '0057-claim-lookup', statements: claimLookup },
  { name: '0058-counted-days', statements: countedDays },
  { name: '0059-subscribe-problem', statements: subscribeProblem },
  { name: '0060-unnamed-tokens', statements: unnamedTokens },
  { name: '0061-webhook-turns', statements: webhookTurns, indexes: webhookTurnsIndexes },
  { name: '0062-provider-offers', statements: providerOffers },
  { name: '0063-told-pasts', statements: toldPasts },
  { name: '0064-pull-turns', statements: pullTurns, indexes: pullTurnsIndexes, data: pullTurnsData },
  { name: '0065-webhook-indexes', statements: [], indexes: webhookIndexes },
];

export interface MigrateOptions {
  /** How long to try to get locks of tables that are in use, in milliseconds. */
  readonly lockTimeout?: number;
}

/** As long as the transaction of an import or a report may take. Deployments wait longer than this. */
const usualLockTimeout = 5 * 60_000;

/**
 * Brings the database to this version, step by step, while a running service continues to work. If it breaks off, the next
 * process continues. Several processes may do it at once. Returns the names of the migrations that this call finished.
 */
export async function migrate(
  { db, forTables }: Pick<OpenDatabase, 'db' | 'forTables'>,
  known = migrations,
  { lockTimeout = usualLockTimeout }: MigrateOptions = {},
): Promise<readonly string[]> {
  await checkEngine(db, forTables.engine);
  await createOnce(db, 'svc_migration', 'name text primary key, ran_on timestamptz not null default now()');
  if ((await findPending(db, known)).length === 0) return [];
  await createOnce(
    db,
    'svc_migration_step',
    'name text not null, step integer not null, done boolean not null, primary key (name, step)',
  );
  return forTables.oneAtATime(async () => {
    const done: string[] = [];
    const end = performance.now() + lockTimeout;
    // Another process may have run them meanwhile.
    const pending = await findPending(forTables.db, known);
    const { engine } = forTables;
    const isNew = pending.length === known.length && rulesOf[engine].tablesInTransactions;
    // One transaction takes less time. It blocks nobody if there are no other processes, or no tables yet.
    const isAtOnce = isNew || engine === 'pglite';
    for (const migration of pending) {
      const steps = stepsOf(migration);
      if (!isAtOnce) await runSteps(forTables, migration.name, steps, end);
      await transactUnlimited(forTables.db, async (tx) => {
        if (isAtOnce) for (const { text } of steps) await sql.raw(text).execute(tx);
        await note(tx, migration);
      });
      done.push(migration.name);
    }
    return done;
  });
}

async function note(tx: Tx, { name, needs }: Migration): Promise<void> {
  await sql`insert into svc_migration (name) values (${name}) on conflict do nothing`.execute(tx);
  if (needs !== undefined)
    await sql`update svc_migration set needs = ${needs} where name = ${name}`.execute(tx);
  await sql`delete from svc_migration_step where name = ${name}`.execute(tx);
}

/** Throws unless the database is of this version, or of a later version that this one works with. Changes nothing. */
export async function checkTables(db: Db): Promise<void> {
  const { rows } =
    await sql`select from information_schema.tables where table_name = 'svc_migration'`.execute(db);
  const pending = rows.length === 0 ? migrations : await findPending(db, migrations);
  if (pending.length > 0)
    throw new TablesRefused(
      'the database is not of this version yet: start the service, or run `svc-service migrate`',
    );
}

/** The migrations that the database lacks. Throws if a later version made changes that this one cannot work with. */
async function findPending(db: Db | Tx, known: readonly Migration[]): Promise<readonly Migration[]> {
  // The migration with the number 45 added the column `needs`.
  const { rows } = await sql<{ name: string; needs?: number }>`select * from svc_migration`.execute(db);
  const names = new Set(known.map(({ name }) => name));
  const latest = Math.max(...known.map(numberOf));
  const stranger = rows.find(({ name, needs = Infinity }) => !names.has(name) && needs > latest);
  if (stranger)
    throw new TablesRefused(
      `the database was made by a later version (${stranger.name}), beside which this one does not work: run that version`,
    );
  const done = new Set(rows.map(({ name }) => name));
  return known.filter(({ name }) => !done.has(name));
}

export const numberOf = ({ name }: Pick<Migration, 'name'>): number => Number.parseInt(name, 10);
