// The command line's work on keys.
import { longestOverlap } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { type ApiKeyRow, auditOwnerOf, createKey, type KeyOwner, rotateKey } from '../auth/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { ApiError, isUuid } from '../http/index.js';
import { after, loadSandboxClock } from '../work/index.js';
import { findOwner } from './find-owner.js';
import { type Lines, UsageError } from './lines.js';
import { nothingThere } from './nothing-there.js';

export interface KeyOptions {
  readonly team?: readonly string[] | undefined;
  readonly org?: string | undefined;
  readonly management?: boolean | undefined;
  readonly name?: string | undefined;
  /** A day, a moment, or a number of days such as `90d`. */
  readonly expires?: string | undefined;
}

/**
 * Creates a key for a team, for managing one team, or for the organization. The key is the last line. Only the management
 * interface can create a key that manages several teams (spec 5).
 */
export async function makeKey(
  db: Db,
  { team = [], org, management, name, expires }: KeyOptions,
): Promise<Lines> {
  const now = await timeOf(db);
  const end = endOf(expires, now);
  const name_ = name ?? 'made on the command line';
  if ((org === undefined) === (team.length === 0))
    throw new UsageError('keys create takes either --team ID or --org ID');
  const [teamId = '', ...more] = team;
  if (more.length > 0)
    throw new UsageError(
      'a key made here is of one team; POST /v1/org/{org_id}/management_key makes one that manages several',
    );
  return transact(db, async (tx) => {
    const found = await (org === undefined
      ? findOwner(tx, 'team', teamId, true)
      : findOwner(tx, 'org', org, true));
    const owner: KeyOwner =
      org !== undefined
        ? { kind: 'org', id: found.id }
        : management
          ? { kind: 'teams', id: found.org_id }
          : { kind: 'team', id: found.id };
    const { row, key } = await createKey(tx, owner, name_, now, end);
    const of = owner.kind === 'team' ? { teamId: found.id } : { orgId: found.org_id };
    await recordAudit(tx, { action: 'key.created', of, subject: row.id });
    if (owner.kind === 'teams')
      await tx.insertInto('management_key_team').values({ key_id: row.id, team_id: found.id }).execute();
    return [
      `${kinds[owner.kind]} for ${found.name}${end ? `, until ${end.toISOString()}` : ''}. It is stored as a hash and not shown again:`,
      key,
    ];
  });
}

const kinds = { team: 'An API key', org: 'A management key', teams: 'A management key' } as const;

/** Lists the keys of a team or of an organization, oldest first. */
export async function listKeys(db: Db, { team = [], org }: KeyOptions): Promise<Lines> {
  const [id, ...more] = org === undefined ? team : [org, ...team];
  if (id === undefined || more.length > 0)
    throw new UsageError('keys list takes either --team ID or --org ID');
  const owner = await findOwner(db, org === undefined ? 'team' : 'org', id);
  const now = await timeOf(db);
  const ofTeam = db.selectFrom('management_key_team').select('key_id').where('team_id', '=', owner.id);
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where((row) =>
      org === undefined
        ? row.or([row('team_id', '=', owner.id), row('id', 'in', ofTeam)])
        : row('org_id', '=', owner.id),
    )
    .orderBy('created_on')
    .orderBy('id')
    .execute();
  return rows.length === 0 ? ['There are no keys.'] : rows.map((row) => lineOf(row, now));
}

const shortKinds = { team: 'API key', org: 'organization', teams: 'some teams' } as const;

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

const lineOf = (
  { id, kind, prefix, last4, created_on, expires_at, last_used_at, replaced_by, name }: ApiKeyRow,
  now: Date,
): string =>
  [
    id,
    shortKinds[kind].padEnd(12),
    `${prefix}…${last4}`,
    dayOf(created_on),
    (expires_at === null
      ? 'no end'
      : `${expires_at <= now ? 'expired' : replaced_by === null ? 'until' : 'rotated, until'} ${dayOf(expires_at)}`
    ).padEnd(18),
    (last_used_at === null ? 'never used' : `used ${dayOf(last_used_at)}`).padEnd(15),
    name,
  ].join('  ');

/** Replaces a key by a new one. The old key still works for the overlap, in seconds. The new key is the last line. */
export async function replaceKey(
  db: Db,
  id: string | undefined,
  { overlap, expires }: { readonly overlap?: string | undefined; readonly expires?: string | undefined },
): Promise<Lines> {
  if (id === undefined) throw new UsageError('keys rotate takes the id of a key, which keys list shows');
  if (overlap !== undefined && !(/^\d{1,6}$/.test(overlap) && Number(overlap) <= longestOverlap))
    throw new UsageError(`--overlap is a number of seconds from 0 to ${longestOverlap}`);
  const now = await timeOf(db);
  const rotation = {
    overlap: overlap === undefined ? undefined : Number(overlap),
    end: expires === 'never' ? null : endOf(expires, now),
  };
  const { row, key, replaces } = await transact(db, async (tx) => {
    const old = isUuid(id)
      ? await tx.selectFrom('api_key').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      : undefined;
    if (!old) throw await nothingThere(tx, 'key', id);
    return rotateKey(tx, old, rotation, now);
  }).catch(explain);
  return [
    `${row.name} has a new key${row.expires_at ? `, until ${row.expires_at.toISOString()}` : ''}.`,
    `The old one ${replaces.expires_at > now.toISOString() ? `goes on until ${replaces.expires_at}` : 'has ended'}. The new one is stored as a hash and not shown again:`,
    key,
  ];
}

/** Puts a refusal of the service into the words of the command line. */
function explain(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { detail } = error;
  const message = typeof detail === 'object' && 'error_message' in detail ? detail.error_message : undefined;
  throw new UsageError(message ?? error.message);
}

/** The service's own time, which may have been moved in the embedded mode. */
const timeOf = async (db: Db): Promise<Date> => (await loadSandboxClock(db)).now();

/** The end that `--expires` sets. */
function endOf(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? [];
  const end = days === undefined ? new Date(text) : after(now, Number(days) * 86_400);
  const isMoment = days !== undefined || /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text);
  if (!isMoment || Number.isNaN(end.getTime()) || end <= now)
    throw new UsageError(
      '--expires is a day to come, such as 2027-03-01, a moment, or a number of days such as 90d',
    );
  return end;
}

/** Deletes a key. It works for one more second at most. */
export async function revokeKey(db: Db, id: string | undefined): Promise<Lines> {
  if (id === undefined) throw new UsageError('keys revoke takes the id of a key, which keys list shows');
  const row = isUuid(id) ? await transact(db, (tx) => deleteKey(tx, id)) : undefined;
  if (!row) throw await nothingThere(db, 'key', id);
  return [
    `${row.name} is revoked.`,
    ...(row.seeded ? ['The settings name this key: it is back at the next start unless they change.'] : []),
  ];
}

async function deleteKey(tx: Tx, id: string) {
  const row = await tx
    .deleteFrom('api_key')
    .where('id', '=', id)
    .returning(['name', 'seeded', 'team_id', 'org_id'])
    .executeTakeFirst();
  if (!row) return undefined;
  await recordAudit(tx, { action: 'key.deleted', of: auditOwnerOf(row), subject: id });
  return row;
}
