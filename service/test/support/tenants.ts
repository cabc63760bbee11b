// Organizations besides that of the sandbox, and the rows that belong to them.
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  bookAppointment,
  bulkPause,
  createInsurance,
  createOrder,
  deleteUser,
  listAppointmentSlots,
  setCustomCredentials,
} from 'svc-link/contract';
import { storeKey } from '../../src/auth/index.js';
import type { Db } from '../../src/db/index.js';
import { pullDue } from '../../src/pulls/index.js';
import { insurance } from './insurance-records.js';
import type { Tenant } from './scenes.js';
import type { TestService } from './test-service.js';

/** A team whose organization has two keys, and another key that reaches only this team. */
export interface FullTenant extends Tenant {
  /** The key that reaches only this team. */
  readonly teamKey: string;
  readonly teamKeyId: string;
}

/** Makes a team with an API key and a key that reaches only this team, in a new organization or in a given one. */
export async function newTenant(
  service: TestService,
  {
    webhookUrl,
    org,
  }: { readonly webhookUrl: string; readonly org?: Pick<Tenant, 'orgId' | 'managementKeys'> },
): Promise<FullTenant> {
  const { orgId, managementKeys } = org ?? (await newOrg(service));
  const team = await service.newTeam(orgId);
  return ofTeam(service, { orgId, managementKeys, webhookUrl, teamId: team.id, apiKey: team.apiKey });
}

/** Gives a team a key that reaches only this team, and turns all its switches on. */
export async function ofTeam(service: TestService, tenant: Tenant): Promise<FullTenant> {
  const { db, clock } = service.deps;
  const teamKey = `tmk_${randomUUID()}`;
  const id = await storeKey(db, { kind: 'teams', id: tenant.orgId }, 'of a team', teamKey, clock.now());
  const teamKeyId = id ?? '';
  await db.insertInto('management_key_team').values({ key_id: teamKeyId, team_id: tenant.teamId }).execute();
  const flags = JSON.stringify(['management', 'bulk_import', 'bulk_export', 'insurance_inference']);
  await db.updateTable('team').set({ flags }).where('id', '=', tenant.teamId).execute();
  return { ...tenant, managementKeys: [...tenant.managementKeys, teamKey], teamKey, teamKeyId };
}

async function newOrg(service: TestService): Promise<Pick<Tenant, 'orgId' | 'managementKeys'>> {
  const { db, clock } = service.deps;
  const orgId = randomUUID();
  const managementKeys = [`mk_${randomUUID()}`, `mk_${randomUUID()}`] as const;
  await db.insertInto('org').values({ id: orgId, name: 'Another', created_on: clock.now() }).execute();
  for (const key of managementKeys)
    await storeKey(db, { kind: 'org', id: orgId }, 'of a test', key, clock.now());
  return { orgId, managementKeys: [...managementKeys] };
}

/** Gives a team some of everything, so that each list contains what others must not see. */
export async function furnish(service: TestService, { apiKey }: Tenant): Promise<void> {
  await service.hear(apiKey);
  await service.call(setCustomCredentials, {
    ...{ apiKey, params: { provider: 'aurora_ring' } },
    body: { client_id: randomUUID(), client_secret: 'secret' },
  });
  const linked = await service.newLink({ multiple: true, manage: true }, apiKey);
  await service.signIn(linked, 'ok@example.com');
  await service.signIn(await service.newLink({}, apiKey), 'pull-fail@example.com');
  await service.signIn(await service.newLink({}, apiKey), 'sms@example.com');
  await service.signIn(await service.newLink({ confirm: 'host' }, apiKey), 'ok@example.com');
  await service.signIn(await service.newLink({}, apiKey), 'ok@example.com', { password: 'wrong' });
  await pullDue(service.deps, service.clock.now());
  const user_id = linked.userId;
  await service.call(createInsurance, { apiKey, params: { user_id }, body: insurance });
  const lab_test_id = '00000000-0000-4000-8000-000000000110';
  const { body: order } = await service.call(createOrder, { apiKey, body: { user_id, lab_test_id } });
  const { body } = await service.call(listAppointmentSlots, { apiKey, body: { order_id: order.id } });
  const booking_key = body.slots.find(({ partner }) => partner === 'prompt')?.booking_key ?? '';
  await service.call(bookAppointment, { apiKey, params: { order_id: order.id }, body: { booking_key } });
  await service.call(bulkPause, { apiKey, body: { provider: 'aurora_ring', user_ids: [user_id] } });
  await service.call(deleteUser, { apiKey, params: { user_id: await service.newUser(apiKey) } });
}

/** Resolves when no more work is due, so that only requests make changes from then on. */
export async function untilIdle(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ due: string }>`select
      (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now())
      + (select count(*) from webhook_delivery where status = 'pending') as due`.execute(db);
    if (Number(rows[0]?.due) === 0) return;
    // PGlite answers within one turn of the event loop, and the work needs another turn.
    await turn();
  }
}

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** What belongs to a tenant. */
export interface Belongings {
  /** Its rows as texts, in order, by table. */
  readonly rows: readonly string[];
  /** The ids and names in its rows. An answer that contains one of them tells something about the tenant. */
  readonly names: ReadonlySet<string>;
}

/**
 * The rows that contain one of these ids, the rows that refer to those rows, and so on,
 * and the grants of the connections. It knows no table by name, so none can be forgotten.
 */
export async function belongingsOf(db: Db, owners: readonly string[]): Promise<Belongings> {
  const naming = new Map<string, string[]>();
  for (const row of await allRows(db))
    for (const id of new Set(row.match(ids))) {
      const others = naming.get(id);
      if (others) others.push(row);
      else naming.set(id, [row]);
    }
  const rows = new Set<string>();
  const names = new Set<string>();
  const known = new Set(owners);
  // The loop also visits what is added meanwhile.
  for (const id of known)
    for (const text of naming.get(id) ?? []) {
      if (rows.has(text)) continue;
      rows.add(text);
      // A row of `allRows`, of any table.
      const row = JSON.parse(text.slice(text.indexOf(' '))) as Row;
      for (const each of [row.id, row.grant_id]) if (typeof each === 'string') known.add(each);
      for (const each of [row.id, row.grant_id, row.client_user_id])
        if (typeof each === 'string') names.add(each);
    }
  return { rows: [...rows].sort(), names };
}

type Row = Readonly<Record<'id' | 'grant_id' | 'client_user_id', unknown>>;

/** All rows of all tables: the table's name and the row as JSON. */
async function allRows(db: Db): Promise<readonly string[]> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const parts = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} || ' ' || to_jsonb(t)::text as row from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ row: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.map(({ row }) => row);
}
