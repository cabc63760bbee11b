// Which actions the audit log records, and who may read it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  auditActors,
  bulkExport,
  createApiKey,
  createManagementKey,
  createTeam,
  createWebhook,
  deleteApiKey,
  deleteManagementKey,
  deleteTeam,
  deleteUser,
  deleteWebhook,
  disconnectProvider,
  listAuditEntries,
  listUsers,
  readOwnManagementKey,
  rotateWebhookSecret,
  setCustomCredentials,
  undoDeleteUser,
  updateTeam,
  updateWebhook,
  type AuditEntry,
  type QueryOf,
} from 'svc-link/contract';
import { sql } from 'kysely';
import { makeKey, revokeKey, switchFlag } from '../../src/cli/index.js';
import { transact } from '../../src/db/index.js';
import { forgottenUsersData } from '../../src/db/migrations/0044-forgotten-users.js';
import { recordAudit } from '../../src/audit/index.js';
import { seededOrg } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { startTestService, type TestService } from '../support/test-service.js';

const asManager = { 'x-management-key': sandboxKeys.managementKey };
const ofOrg = { params: { org_id: seededOrg }, headers: asManager };

describe('the audit log', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const list = async (query: QueryOf<typeof listAuditEntries> = {}): Promise<readonly AuditEntry[]> => {
    const { status, body, detail } = await service.call(listAuditEntries, { ...ofOrg, query });
    assert.equal(status, 200, JSON.stringify(detail));
    return body.data;
  };
  const file = (accept: string, query = ''): Promise<Response> =>
    Promise.resolve(
      service.app.request(`/v1/org/${seededOrg}/audit${query}`, { headers: { ...asManager, accept } }),
    );
  /** The entries of a team, oldest first, without uses of keys. */
  const doneIn = async (teamId: string): Promise<readonly AuditEntry[]> =>
    (await list({ team_id: teamId, page_size: 200 })).filter(({ action }) => action !== 'key.used').reverse();

  it('records keys, exports, deletions and settings, with who acted, and no secret', async () => {
    const team = await service.call(createTeam, { ...ofOrg, body: { name: 'Audited', region: 'eu' } });
    const params = { org_id: seededOrg, team_id: team.body.id };
    const managed = { params, headers: asManager };
    const flags = ['management', 'bulk_export', 'bulk_import'] as const;
    await service.call(updateTeam, { ...managed, body: { flags: [...flags], name: 'Renamed in secret' } });
    const made = await service.call(createApiKey, { ...managed, body: { name: 'named in secret' } });
    const { key: apiKey, id: keyId } = made.body;
    const hook = await service.call(createWebhook, { apiKey, body: { url: 'http://127.0.0.1:9/hook' } });
    const at = { apiKey, params: { id: hook.body.id } };
    await service.call(updateWebhook, { ...at, body: { headers: { authorization: 'of-the-team' } } });
    await service.call(rotateWebhookSecret, at);
    await service.call(deleteWebhook, at);
    const application = { client_id: 'an-id-of-theirs', client_secret: 'a-secret-of-theirs' };
    const provider = 'aurora_ring';
    await service.call(setCustomCredentials, { apiKey, params: { provider }, body: application });
    await service.call(bulkExport, { apiKey, body: { provider } });
    const link = await service.newLink({}, apiKey);
    await service.signIn(link, 'ok@example.com');
    const user = { user_id: link.userId };
    await service.call(disconnectProvider, { apiKey, params: { ...user, provider: 'quartz_scale' } });
    await service.call(deleteUser, { apiKey, params: user });
    await service.call(undoDeleteUser, { apiKey, body: user });
    await service.call(deleteApiKey, { params: { ...params, id: keyId }, headers: asManager });
    await service.call(deleteTeam, managed);

    const done = await doneIn(team.body.id);
    assert.deepEqual(
      done.map(({ action, subject, detail }) => [action, subject, detail]),
      [
        ['team.created', null, null],
        ['team.changed', null, 'flags name'],
        ['key.created', keyId, null],
        ['webhook.created', hook.body.id, null],
        ['webhook.changed', hook.body.id, 'headers'],
        ['webhook.secret_rotated', hook.body.id, null],
        ['webhook.deleted', hook.body.id, null],
        ['application.set', provider, null],
        ['tokens.exported', provider, '0 connections'],
        ['connection.deleted', 'quartz_scale', `of the user ${link.userId}`],
        ['user.deleted', link.userId, null],
        ['user.restored', link.userId, null],
        ['key.deleted', keyId, null],
        ['team.deleted', null, null],
      ],
    );
    const manager = done[0]?.key_id;
    for (const { action, actor, key_id, request_id } of done) {
      const isManaged = action.startsWith('team.') || action.startsWith('key.');
      assert.deepEqual([actor, key_id], ['key', isManaged ? manager : keyId], action);
      assert.match(request_id ?? '', /^[0-9a-f-]{36}$/);
    }
    const text = await (await file('application/x-ndjson')).text();
    for (const secret of [
      ...[apiKey, hook.body.secret, sandboxKeys.managementKey, link.token, 'in secret', 'of-the-team'],
      ...['of-theirs', 'example.com', '127.0.0.1'],
    ])
      assert.ok(!text.includes(secret), secret);
  });

  it('is done by whom the page for operators names, and by nobody else', () => {
    const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const [, table = ''] = /^\| `actor` [^]*?\n([^]*?)\n\n/m.exec(page) ?? [];
    const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    assert.deepEqual(named.sort(), auditActors.toSorted());
  });

  it('names keys as they are called now, until they are deleted', async () => {
    const team = await service.newTeam();
    const managed = { params: { org_id: seededOrg, team_id: team.id }, headers: asManager };
    const made = await service.call(createApiKey, { ...managed, body: { name: 'night shift' } });
    const of = { apiKey: made.body.key };
    await service.call(listUsers, of);
    const namesIn = async () =>
      (await list({ team_id: team.id, page_size: 200 }))
        .toReversed()
        .filter(({ key_id, subject }) => [key_id, subject].includes(made.body.id))
        .map(({ action, key_name, subject_name }) => [action, key_name, subject_name]);
    const [{ key_name: manager } = {}] = await doneIn(team.id);
    assert.deepEqual(await namesIn(), [
      ['key.created', manager, 'night shift'],
      ['key.used', 'night shift', null],
    ]);
    await service.call(deleteApiKey, { ...managed, params: { ...managed.params, id: made.body.id } });
    assert.deepEqual(await namesIn(), [
      ['key.created', manager, null],
      ['key.used', null, null],
      ['key.deleted', manager, null],
    ]);
  });

  it('has the use of a key once a day, and each sign-in to the console', async () => {
    const team = await service.newTeam();
    for (let n = 0; n < 3; n++) await service.call(listUsers, { apiKey: team.apiKey });
    await service.call(listUsers, { apiKey: 'sk_of_nobody' });
    assert.equal((await list({ team_id: team.id, action: 'key.used' })).length, 1);

    const before = (await list({ action: 'console.signed_in' })).length;
    await service.call(readOwnManagementKey, { headers: asManager });
    assert.equal((await list({ action: 'console.signed_in' })).length, before);
    const headers = { ...asManager, 'sec-fetch-site': 'same-origin' };
    await service.call(readOwnManagementKey, { headers });
    assert.equal((await list({ action: 'console.signed_in' })).length, before + 1);
  });

  it('records changes of management keys, by the command line and by the settings', async () => {
    const { db } = service.deps;
    const body = { name: 'one', kind: 'org' } as const;
    const made = await service.call(createManagementKey, { ...ofOrg, body });
    await service.call(deleteManagementKey, { ...ofOrg, params: { org_id: seededOrg, id: made.body.id } });
    const [deleted, created] = await list({ page_size: 2 });
    assert.deepEqual([deleted?.subject, created?.subject], [made.body.id, made.body.id]);
    assert.deepEqual([deleted?.action, created?.action], ['key.deleted', 'key.created']);

    const team = await service.newTeam();
    const ofTeam = { name: 'two', kind: 'team' as const, team_ids: [team.id] };
    await service.call(createManagementKey, { ...ofOrg, body: ofTeam });
    const [forTeam] = await list({ page_size: 1 });
    assert.deepEqual([created?.detail, forTeam?.detail], ['of the organization', 'of a team']);

    await makeKey(db, { team: [team.id] });
    const [byHand] = await doneIn(team.id);
    await switchFlag(db, 'enable', team.id, 'bulk_export');
    await revokeKey(db, byHand?.subject ?? '');
    const done = await doneIn(team.id);
    assert.deepEqual(
      done.map(({ action, actor, key_id }) => [action, actor, key_id]),
      ['key.created', 'team.changed', 'key.deleted'].map((action) => [action, 'command', null]),
    );
    const bySettings = (await list({ page_size: 200, action: 'key.created' })).filter(
      ({ actor }) => actor === 'settings',
    );
    assert.equal(bySettings.length, 2);
  });

  it('is read page by page, by day, and as a file', async () => {
    const { db } = service.deps;
    const team = await service.newTeam();
    const detail = '=1, "quoted"';
    for (let n = 0; n < 5; n++)
      await transact(db, (tx) =>
        recordAudit(tx, { action: 'team.changed', of: { teamId: team.id }, subject: `s${n}`, detail }),
      );
    const subjects: unknown[] = [];
    let next_cursor: string | undefined;
    do {
      const query = { team_id: team.id, page_size: 2, ...(next_cursor && { next_cursor }) };
      const { body } = await service.call(listAuditEntries, { ...ofOrg, query });
      subjects.push(...body.data.map(({ subject }) => subject));
      next_cursor = body.next_cursor ?? undefined;
    } while (next_cursor !== undefined);
    assert.deepEqual(subjects, ['s4', 's3', 's2', 's1', 's0']);

    const today = new Date().toISOString().slice(0, 10);
    assert.equal((await list({ team_id: team.id, start: today })).length, 5);
    assert.equal((await list({ team_id: team.id, end: today })).length, 0);

    const json = await file('application/x-ndjson', `?team_id=${team.id}`);
    assert.match(json.headers.get('content-disposition') ?? '', /^attachment; filename="audit\.ndjson"$/);
    const lines = (await json.text()).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as AuditEntry).subject),
      subjects,
    );
    const csv = await file('text/csv', `?team_id=${team.id}`);
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
    const [head, first] = (await csv.text()).split('\r\n');
    assert.equal(
      head,
      'number,at,action,actor,key_id,team_id,subject,detail,request_id,person,key_name,subject_name',
    );
    // No spreadsheet reads it as a formula.
    assert.match(first ?? '', /,s4,"'=1, ""quoted""",,,,$/);
  });

  it('has all entries in a file, however many there are', async () => {
    const team = await service.newTeam();
    const most = 2500;
    await sql`insert into audit_entry (org_id, team_id, action, actor, subject)
      select org_id, team.id, 'team.changed', 'command', 'n' || n from team, generate_series(1, ${most}::int) n
      where team.id = ${team.id}`.execute(service.deps.db);
    const lines = (await (await file('text/csv', `?team_id=${team.id}`)).text()).trimEnd().split('\r\n');
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',')[6]),
      Array.from({ length: most }, (_, index) => `n${most - index}`),
    );
  });

  it('accepts only keys of the organization', async () => {
    const team = await service.newTeam();
    const body = { name: 'some', kind: 'team' as const, team_ids: [team.id] };
    const { key } = (await service.call(createManagementKey, { ...ofOrg, body })).body;
    const some = { params: { org_id: seededOrg }, headers: { 'x-management-key': key } };
    assert.equal((await service.call(listAuditEntries, some)).status, 403);
    const other = { params: { org_id: randomUUID() }, headers: asManager };
    assert.equal((await service.call(listAuditEntries, other)).status, 403);
    assert.equal((await service.call(listAuditEntries, { params: { org_id: seededOrg } })).status, 401);
    const lost = await service.call(listAuditEntries, { ...ofOrg, query: { next_cursor: 'eA' } });
    assert.equal(lost.status, 422);
  });

  it('changes no entry, and deletes only those that are older than 400 days', async () => {
    const { db } = service.deps;
    const team = await service.newTeam();
    const entry = { action: 'team.changed', of: { teamId: team.id } } as const;
    await transact(db, (tx) => recordAudit(tx, entry));
    const mine = db.selectFrom('audit_entry').select('id').where('team_id', '=', team.id);
    await assert.rejects(
      db.updateTable('audit_entry').set({ subject: 'other' }).where('id', 'in', mine).execute(),
      /only added/,
    );
    await assert.rejects(db.deleteFrom('audit_entry').where('id', 'in', mine).execute(), /only added/);
    await assert.rejects(sql`truncate audit_entry`.execute(db), /only added/);
    const insert = (days: number) =>
      sql`insert into audit_entry (org_id, team_id, at, action, actor, subject)
        select org_id, id, now() - make_interval(days => ${days}), 'team.changed', 'command', ${`${days} days`}
        from team where id = ${team.id}`.execute(db);
    await insert(401);
    await insert(399);
    const latest = mine.orderBy('id', 'desc').limit(1);
    await assert.rejects(db.deleteFrom('audit_entry').where('id', 'in', latest).execute(), /only added/);
    await sweep(db, service.clock.now());
    assert.deepEqual(
      (await list({ team_id: team.id })).map(({ subject }) => subject),
      ['399 days', null],
    );
  });

  it('no longer names a user who is deleted for good, and refuses any other change', async () => {
    const { db } = service.deps;
    const team = await service.newTeam();
    const [gone, there] = [await service.newUser(team.apiKey), await service.newUser(team.apiKey)];
    for (const user_id of [gone, there]) {
      await service.call(deleteUser, { apiKey: team.apiKey, params: { user_id } });
      await service.call(undoDeleteUser, { apiKey: team.apiKey, body: { user_id } });
    }
    await service.call(deleteUser, { apiKey: team.apiKey, params: { user_id: gone } });
    const before = await doneIn(team.id);
    await service.clock.advance(7 * 86_400);
    await sweep(db, service.clock.now());

    const after = await doneIn(team.id);
    const mark = after[0]?.subject ?? '';
    assert.match(mark, /^forgotten:[0-9a-f]{16}$/);
    assert.deepEqual(
      after,
      before.map((entry) => (entry.subject === gone ? { ...entry, subject: mark } : entry)),
    );
    assert.equal(after.filter(({ subject }) => subject === mark).length, 3);

    const another = 'forgotten:0123456789abcdef';
    for (const [subject, change] of [
      [there, { subject: another }],
      [mark, { subject: another }],
      [mark, { subject: null }],
      [mark, { subject: mark, key_id: null }],
    ] as const)
      await assert.rejects(
        db.updateTable('audit_entry').set(change).where('subject', '=', subject).execute(),
        /only added/,
        JSON.stringify(change),
      );
    // The id of nobody may be replaced, and nothing else with it.
    const nobody = randomUUID();
    await transact(db, (tx) =>
      recordAudit(tx, { action: 'user.deleted', of: { teamId: team.id }, subject: nobody }),
    );
    const theirs = db.updateTable('audit_entry').where('subject', '=', nobody);
    await assert.rejects(theirs.set({ subject: another, key_id: randomUUID() }).execute(), /only added/);
    await assert.rejects(theirs.set({ subject: another, detail: 'more' }).execute(), /only added/);
    for (const subject of ['somebody else', null])
      await assert.rejects(theirs.set({ subject }).execute(), /only added/);
    await theirs.set({ subject: another }).execute();
  });

  it('forgets users who were deleted before an upgrade', async () => {
    const { db } = service.deps;
    const team = await service.newTeam();
    const [gone, there] = [randomUUID(), await service.newUser(team.apiKey)];
    for (const id of [gone, there])
      await transact(db, async (tx) => {
        const of = { teamId: team.id };
        const detail = `of the user ${id}`;
        await recordAudit(tx, { action: 'connection.deleted', of, subject: 'aurora_ring', detail });
        await recordAudit(tx, { action: 'user.deleted', of, subject: id });
      });
    const update = forgottenUsersData.find((statement) => statement.includes('update audit_entry'));
    assert.ok(update);
    await sql.raw(update).execute(db);
    const [connection, user, ...others] = await doneIn(team.id);
    const mark = user?.subject ?? '';
    assert.match(mark, /^forgotten:[0-9a-f]{16}$/);
    assert.deepEqual([connection?.subject, connection?.detail], ['aurora_ring', `of the user ${mark}`]);
    assert.deepEqual([others[0]?.detail, others[1]?.subject], [`of the user ${there}`, there]);
  });

  it('records nothing that did not happen', async () => {
    const team = await service.newTeam();
    const params = { user_id: randomUUID() };
    assert.equal((await service.call(deleteUser, { apiKey: team.apiKey, params })).status, 404);
    const gone = { params: { org_id: seededOrg, team_id: team.id, id: randomUUID() }, headers: asManager };
    assert.equal((await service.call(deleteApiKey, gone)).status, 404);
    assert.deepEqual(await doneIn(team.id), []);
  });
});
