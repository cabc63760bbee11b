// Cleans up if the master key is lost for good.
import { recordForgotten } from '../audit/index.js';
import { type Lines, UsageError } from './lines.js';
import { type Db, transactUnlimited, type Tx } from '../db/index.js';
import { forgetValues, runningProcesses } from '../master-keys/index.js';
import { endSessions } from '../users/index.js';

/** Tables with sealed columns, and tables that are useless without them. */
const sealedTables = [
  'webhook',
  'event',
  'custom_credentials',
  'insurance',
  'connection',
  // After the connections, which use the grants.
  'provider_grant',
  'provider_revocation',
  'unnamed_grant',
  'unnamed_tokens',
  'notice_subscriber',
  'oauth_attempt',
  'kept_answer',
] as const;

/**
 * Deletes everything that was sealed, so that the next start accepts any key. Without `sure` it only lists what it would delete.
 * Users, orders (without results), keys and teams stay. Throws if a process runs, unless `alone` says that no other process can
 * use the database.
 */
export async function forgetMasterKey(
  db: Db,
  { sure, alone }: { readonly sure: boolean; readonly alone: boolean },
  now: Date,
): Promise<Lines> {
  if (!sure) return transactUnlimited(db, whatGoes);
  if (!alone) await checkNobodyRuns(db);
  await transactUnlimited(db, (tx) => forget(tx, now));
  return ['The master key is forgotten. The next start takes the one that it is given.'];
}

async function whatGoes(tx: Tx): Promise<Lines> {
  const count = async (table: (typeof sealedTables)[number]): Promise<number> => {
    const { rows } = await tx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  const { results } = await tx
    .selectFrom('lab_order')
    .select(({ fn }) => fn.count<string>('sealed_results').as('results'))
    .executeTakeFirstOrThrow();
  return [
    'This deletes, of all teams, what was written with the master key, and cannot be undone:',
    `  ${await count('connection')} connections with their data: people have to connect anew`,
    '  what people allowed at real providers: it is not ended there, as nobody can read the tokens',
    `  ${await count('webhook')} webhooks with what was sent to them: teams have to make them anew`,
    `  ${await count('event')} events, those on their way too`,
    `  ${await count('custom_credentials')} applications of teams with providers`,
    `  ${await count('insurance')} insurance records`,
    `  the results of ${results} lab orders: the orders stay, with their interpretation`,
    'Links and bulk operations under way end. Users, orders, teams and keys stay.',
    'Stop every process of the service, and say it again with --yes.',
  ];
}

/** A process that continued to run would seal with keys that nobody has any more. */
async function checkNobodyRuns(db: Db): Promise<void> {
  const running = await runningProcesses(db);
  if (running.length === 0) return;
  const each = running.map(
    ({ name, silent }) => `  ${name}, which said ${Math.round(silent)} seconds ago that it runs`,
  );
  throw new UsageError(
    [
      'Nothing was deleted, as processes of the service run:',
      ...each,
      'Stop each of them, then say this again. One that was killed counts as gone a minute after it said so last.',
    ].join('\n'),
  );
}

async function forget(tx: Tx, now: Date): Promise<void> {
  await endSessions(tx, 'all', now);
  await recordForgotten(tx);
  for (const table of sealedTables) await tx.deleteFrom(table).execute();
  await tx.deleteFrom('bulk_chunk').where('items', 'is not', null).execute();
  await tx
    .updateTable('bulk_operation')
    .set({ status: 'aborted', ended_at: now })
    .where('status', '=', 'in_progress')
    .execute();
  await forgetValues(tx);
  await tx.deleteFrom('data_key').execute();
  await tx.deleteFrom('master_key').execute();
}
