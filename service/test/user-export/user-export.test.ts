// One document with everything that the service knows about a person. It says what it leaves out, and contains no secret.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { exportUser, listAuditEntries, UserExport } from 'svc-link/contract';
import { insertRows, bytesOf } from '../../src/db/index.js';
import { sealDay } from '../../src/crypto/index.js';
import { findUser } from '../../src/accounts/index.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { writeDocument } from '../../src/user-export/document.js';
import { ask, makePerson, type Person } from '../support/person.js';
import { askTeam, startOauthService, type Json, type OauthService } from '../support/oauth-service.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const ofTheTeam = "the team's, or about its rules";
const ofTheService = 'how the service works, nothing of the person';
const secret = 'a secret, or a digest of one';
const sealed = 'opened: its fields are in the document';
const told = 'told by what is in the document';

/**
 * Tables whose rows about a person are in the document: how the rows are found, and which columns are left out, with the reason.
 */
const exported: Readonly<
  Record<string, { readonly by: string; readonly without: Readonly<Record<string, string>> }>
> = {
  app_user: { by: 'id', without: { place: ofTheService } },
  connection: {
    by: 'user_id',
    without: {
      credentials: sealed,
      application: ofTheTeam,
      grant_id: secret,
      pull_until: ofTheService,
      kept_from: ofTheTeam,
    },
  },
  historical_pull: {
    by: 'connection_id',
    without: {
      ...{ id: ofTheService, refused_until: ofTheService, unread: ofTheService, misread_by: ofTheService },
      ...{ attempts: ofTheService, next_attempt_at: ofTheService, claim_provider: ofTheService },
    },
  },
  pulled_day: { by: 'connection_id', without: { sealed_items: sealed, unsealed_items: sealed } },
  link_session: {
    by: 'user_id',
    without: {
      ...{ token_hash: secret, address_hash: secret, browser_hash: secret, confirm_hash: secret },
      ...{ challenge: secret, challenge_expires_at: secret, pending_connection: secret },
      ...{ confirm_expires_at: secret, wrong_codes: secret, refused_sign_ins: secret },
      ...{ only_provider: ofTheTeam, filter: ofTheTeam, redirect_url: ofTheTeam, return_url: ofTheTeam },
      ...{ on_error: ofTheTeam, on_close: ofTheTeam, allowed_origins: ofTheTeam, confirm: ofTheTeam },
      ...{ required_resources: ofTheTeam, started_via: ofTheService },
    },
  },
  link_handoff: {
    by: 'session_id',
    without: { id: ofTheService, code_hash: secret, browser_hash: secret, confirm_code: secret },
  },
  link_connection: { by: 'session_id', without: {} },
  link_step: { by: 'session_id', without: { id: ofTheService, day: told } },
  oauth_attempt: {
    by: 'session_id',
    without: {
      ...{ id: ofTheService, ticket_hash: secret, state_hash: secret, cookie_hash: secret, verifier: secret },
      ...{ nonce: secret, display: ofTheService, return_url: ofTheTeam },
    },
  },
  event: { by: 'user_id', without: { sealed_data: sealed, unsealed_data: sealed, ended_on: ofTheService } },
  webhook_delivery: { by: 'event_id', without: { error: ofTheTeam, next_attempt_at: ofTheService } },
  insurance: { by: 'user_id', without: { record: sealed } },
  lab_order: {
    by: 'user_id',
    without: {
      ...{
        place: ofTheService,
        results_place: ofTheService,
        sealed_results: sealed,
        unsealed_results: sealed,
      },
    },
  },
  appointment: {
    by: 'order_id',
    without: { key_hash: secret, confirm_by: ofTheService, due_at: ofTheService, created_on: told },
  },
  appointment_event: { by: 'appointment_id', without: {} },
  audit_entry: {
    by: 'subject',
    without: { org_id: ofTheTeam, actor: ofTheTeam, key_id: ofTheTeam, used_day: ofTheTeam },
  },
};

/** Tables with data about people that are not in the document, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  provider_grant: 'tokens; the account and its scopes are those of the connection',
  provider_offer:
    'where data is that was not fetched yet, for a week; what is there is in the document once it was',
  unnamed_grant: 'tokens, for minutes',
  unnamed_tokens: 'the same',
  provider_revocation: 'tokens of connections that have ended, for a day',
  kept_answer: "answers to the team's own requests, for 24 hours: what they say is in the document",
  bulk_chunk: "items of a team's import until they are tried, and their outcome for a minute",
};

let service: OauthService;
let receiver: Receiver;
let person: Person;
let text: string;
let document: UserExport;
beforeAll(async () => {
  service = await startOauthService();
  receiver = await startReceiver();
  const own = { client_id: 'own', client_secret: 'of-the-team' };
  await ask(service, 'PUT', '/v2/team/custom_credentials/ember_scale', own);
  await ask(service, 'POST', '/v2/webhook', { url: receiver.url });
  await ask(service, 'POST', '/v2/user', { client_user_id: 'somebody-else' });
  person = await makePerson(service);
  ({ text } = await download(person.id));
  document = UserExport.parse(JSON.parse(text));
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

async function download(userId: string, key = sandboxKeys.apiKey) {
  const answer = await fetch(`${service.url}/v2/user/${userId}/export`, {
    headers: { 'x-svc-api-key': key },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Every text in a value. */
function* leaves(value: unknown): Generator<string> {
  if (value instanceof Date) yield value.toISOString();
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* leaves(each);
  else if (typeof value === 'string') yield value;
}

describe('GET /v2/user/{user_id}/export', () => {
  it('has every column of every row of the person, or a reason why not', async () => {
    const { db } = service.deps;
    const ids = new Map<string, readonly string[]>([['user_id', [person.id]]]);
    const missing: string[] = [];
    for (const [table, { by, without }] of Object.entries(exported)) {
      const owners = ids.get(by) ?? [person.id];
      const { rows } = await sql<Readonly<Record<string, unknown>>>`
        select * from ${sql.table(table)} where ${sql.ref(by)}::text = any(${owners}::text[])`.execute(db);
      assert.ok(rows.length > 0, `the person of this test has nothing in ${table}`);
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) {
          if (without[column] !== undefined) continue;
          // Bytes are sealed values or digests, so each such column needs a reason.
          if (value instanceof Uint8Array) missing.push(`${table}.${column} is of bytes`);
          for (const leaf of leaves(value))
            if (!text.includes(JSON.stringify(leaf).slice(1, -1)) && leaf !== seededTeam)
              missing.push(`${table}.${column}: ${leaf}`);
        }
      const kind = { link_session: 'session_id', lab_order: 'order_id' }[table] ?? `${table}_id`;
      ids.set(
        kind,
        rows.map(({ id }) => String(id)),
      );
      const columns = Object.keys(rows[0] ?? {});
      assert.deepEqual(
        Object.keys(without).filter((column) => !columns.includes(column)),
        [],
        `${table} has no such columns`,
      );
    }
    assert.deepEqual([...new Set(missing)], []);
  });

  it('knows every table that names a user, a session or a connection', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in
        ('user_id', 'session_id', 'connection_id', 'order_id', 'appointment_id', 'event_id', 'client_user_id')`.execute(
      service.deps.db,
    );
    const known = {
      ...exported,
      ...leftOut,
      unnamed_account: 'which accounts were to be named anew by an upgrade',
    };
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !(name in known)),
      [],
      'say of a new table what of it is in the export, or why nothing',
    );
  });

  it('has sealed values in readable form', () => {
    const [insurance] = document.insurance;
    assert.equal(insurance?.record.insured.first_name, 'FirstQuillfeather');
    assert.equal(insurance.record.member_id, 'member-Quillfeather');
    assert.equal(document.user.fallback_birth_date?.value, '1907-02-13');
    const signedIn = document.connections.find(({ provider }) => provider === 'quartz_scale');
    assert.equal(signedIn?.username, 'ok@Quillfeather.example');
    assert.ok(document.data.some(({ items }) => items.length > 0));
    assert.ok(document.events.every(({ data }) => Object.keys(data).length > 0));
    assert.equal(document.orders[0]?.appointments[0]?.appointment_notes, 'notes of Quillfeather');
    const steps = document.link_sessions.flatMap((session) => session.steps.map(({ event }) => event));
    for (const event of ['opened', 'problem', 'connected', 'left'])
      assert.ok(steps.includes(event as never), event);
  });

  it('has no token, password, code or digest of one', async () => {
    const { db, secrets } = service.deps;
    const connections = await db
      .selectFrom('connection')
      .select(['id', 'credentials'])
      .where('user_id', '=', person.id)
      .execute();
    const tokens = connections.flatMap(({ id, credentials }) =>
      Object.entries(JSON.parse(secrets.open('connection', id, credentials)) as Json)
        .filter(([name]) => name !== 'username' && name !== 'region')
        .flatMap(([, value]) => [...leaves(value)]),
    );
    assert.ok(tokens.length >= 4);
    const links = person.marks.filter((mark) => mark.startsWith('lt_'));
    assert.equal(links.length, 8);
    for (const secretText of [...tokens, ...links, 'oura-Quillfeather"', 'rt-Quillfeather', 'bad-password'])
      assert.ok(!text.includes(secretText), secretText);
    assert.ok(!/hash|verifier|password|token|secret/i.test(text.replaceAll('token_expired', '')));
  });

  it('is a download, is recorded, and needs the team’s own key', async () => {
    const { headers } = await download(person.id);
    assert.equal(headers.get('content-disposition'), `attachment; filename="user-${person.id}.json"`);
    assert.equal(headers.get('cache-control'), 'no-store');
    const asManager = { 'x-management-key': sandboxKeys.managementKey };
    const list = listAuditEntries.path.replace('{org_id}', seededOrg);
    const entries = await ask(service, 'GET', `${list}?action=user.exported`, undefined, asManager);
    assert.equal((entries['data'] as readonly Json[]).at(-1)?.['subject'], person.id);

    const head = await askTeam(service, 'HEAD', exportUser.path.replace('{user_id}', person.id));
    assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET']);
    const after = await ask(service, 'GET', `${list}?action=user.exported`, undefined, asManager);
    assert.deepEqual(after['data'], entries['data']);

    assert.equal((await download(person.id, 'sk_unknown')).status, 401);
    assert.equal((await download(person.id, sandboxKeys.managementKey)).status, 403);
    assert.equal((await download(seededOrg)).status, 404);
    assert.equal(exportUser.auth, 'api-key');
  });

  it('is read only as fast as it is taken, however long it is', async () => {
    const { deps } = service;
    const { db, secrets } = deps;
    const made = await ask(service, 'POST', '/v2/user', { client_user_id: 'of many years' });
    const id = String(made['user_id']);
    const connection = document.connections[0]!;
    await sql`insert into connection (id, team_id, user_id, provider, provider_account, credentials, scopes_granted, scopes_denied, status, created_on)
      select ${id}::uuid, team_id, ${id}::uuid, provider, 'many', ''::bytea, '[]', '[]', 'paused', created_on
      from connection where id = ${connection.id}`.execute(db);
    await db
      .updateTable('connection')
      .set({ credentials: secrets.seal('connection', id, '{}') })
      .where('id', '=', id)
      .execute();
    const items = [{ id, note: 'x'.repeat(2000) }];
    const days = Array.from({ length: 2000 }, (_, day) => {
      const key = { connection_id: id, resource: 'sleep', date: String(10_000 + day) };
      return { ...key, sealed_items: bytesOf(sealDay(secrets, key, items)) };
    });
    const columns = { connection_id: 'uuid', resource: 'text', date: 'text', sealed_items: 'bytea' } as const;
    for (let at = 0; at < days.length; at += 1000)
      await db
        .transaction()
        .execute((tx) => insertRows(tx, 'pulled_day', days.slice(at, at + 1000), columns).execute());

    let opened = 0;
    const counted = {
      ...deps,
      secrets: {
        ...secrets,
        open: (...of: Parameters<typeof secrets.open>) => (opened++, secrets.open(...of)),
      },
    };
    const user = await findUser(db, seededTeam, id);
    let [length, longest, ahead] = [0, 0, 0];
    let taken = 0;
    for await (const part of writeDocument(counted, user)) {
      length += part.length;
      longest = Math.max(longest, part.length);
      taken += part.split('"note"').length - 1;
      ahead = Math.max(ahead, opened - taken);
    }
    assert.ok(length > 4_000_000, String(length));
    assert.ok(longest < 500_000, `a part of ${longest} characters`);
    // Credentials are opened too.
    assert.ok(ahead <= 2, `${ahead} days were read before they were asked for`);
    const { text: whole } = await download(id);
    assert.equal(UserExport.parse(JSON.parse(whole)).data.length, days.length);
  });

  it('has everything readable if something cannot be opened, and lists that', async () => {
    const { db } = service.deps;
    const broken = Buffer.alloc(40, 1);
    const day = document.data[0]!;
    const [{ id: connection }, insurance, order, event] = [
      document.connections.find(({ provider }) => provider === 'quartz_scale')!,
      document.insurance[0]!.id,
      document.orders[0]!.id,
      document.events[0]!.id,
    ];
    await db.updateTable('connection').set({ credentials: broken }).where('id', '=', connection).execute();
    await db.updateTable('insurance').set({ record: broken }).where('id', '=', insurance).execute();
    await db.updateTable('lab_order').set({ sealed_results: broken }).where('id', '=', order).execute();
    await db.updateTable('event').set({ sealed_data: broken }).where('id', '=', event).execute();
    const { connection_id, resource, date } = day;
    const keys = sql`(connection_id, resource, date) = (${connection_id}, ${resource}, ${date})`;
    await sql`update pulled_day set sealed_items = ${broken} where ${keys}`.execute(db);

    const left = UserExport.parse(JSON.parse((await download(person.id)).text));
    assert.deepEqual(left.unreadable, [
      { table: 'connection', row: connection },
      { table: 'pulled_day', row: `${connection_id} ${resource} ${date}` },
      { table: 'insurance', row: insurance },
      { table: 'lab_order', row: order },
      { table: 'event', row: event },
    ]);
    const counts = ({ connections, data, insurance, orders, events }: UserExport) =>
      [connections, data, insurance, orders, events].map(({ length }) => length);
    const [connections, ...others] = counts(document);
    assert.deepEqual(counts(left), [connections, others[0]! - 1, others[1]! - 1, others[2], others[3]! - 1]);
    assert.equal(left.connections.find(({ id }) => id === connection)?.username, null);
    assert.equal(left.orders.find(({ id }) => id === order)?.results, null);
  });
});
