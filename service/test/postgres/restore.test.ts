// What docs/handbook.md says about a backup that is taken under load and restored:
// everything acknowledged before it is there, sealed values open, unfinished deliveries
// come again under the same id, and the handbook's own query finds what was deleted since.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { createClient } from 'svc-link/client';
import { describe, it, onTestFinished } from 'vitest';
import { findProgram } from '../../../scripts/programs.mjs';
import { openPostgres } from '../../src/db/index.js';
import { keysStatus } from '../../src/master-keys/index.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import {
  type Acknowledged,
  actsOf,
  checkIsDone,
  checkIsThere,
  insuredUsers,
  load,
  nothingYet,
  prepareTeam,
  type ServiceUser,
} from '../process/acknowledged-load.js';
import { type ChildService, startChild } from '../support/child-service.js';
import { keySettings } from '../support/keys.js';
import { type Receiver, startReceiver } from '../support/receiver.js';

/** How many users there are at least when the backup begins, and how many more are made after its end. */
const [users, more] = process.env['LONG'] ? [1000, 1000] : [60, 10];

const address = process.env['TEST_DATABASE_URL'] ?? '';
const keys = { apiKey: `sk_${randomUUID()}`, managementKey: `mk_${randomUUID()}` };
const masterKey = `kept:${randomBytes(32).toString('hex')}`;
const env = {
  ...{ DATABASE_URL: address, SANDBOX_PROVIDERS: '1', WEBHOOK_ALLOW_PRIVATE: '1' },
  ...{ SVC_API_KEY: keys.apiKey, SVC_MANAGEMENT_KEY: keys.managementKey },
  SVC_MASTER_KEYS: masterKey,
  ...{ RATE_LIMIT_PER_MINUTE: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'fatal' },
};
const userOf = ({ url }: ChildService): ServiceUser => ({
  url,
  client: createClient({ baseUrl: url, ...keys }),
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(20);
}

/** The provider that the load uses to sign people in. */
const signedIn = 'quartz_scale';

/** A copy of everything that has been acknowledged so far. */
const copyOf = ({ users, linked, imported, insured, facts }: Acknowledged): Acknowledged => ({
  users: new Map(users),
  linked: new Set(linked),
  imported: new Set(imported),
  insured: new Set(insured),
  facts: [...facts],
});

const page = readFileSync(new URL('../../../docs/handbook.md', import.meta.url), 'utf8');
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The handbook's commands that begin with this text, with the reader's values filled in. */
function commandsOfHandbook(begin: string, url: string): string {
  const [, commands = assert.fail(`the handbook has nothing that begins with ${begin}`)] =
    page
      .split(/^ *```sh\n/m)
      .find((block) => block.trimStart().startsWith(begin))
      ?.match(/^([^`]*)```/) ?? [];
  return commands
    .replace('4f0f…', seededTeam)
    .replaceAll('http://127.0.0.1:8787', url)
    .replaceAll('npx svc-service', `'${process.execPath}' '${main}'`);
}

/** The statement with which the handbook finds what was deleted since a backup. */
function queryOfHandbook(): string {
  const [, query] = /^ *```sql\n *-- there\.sql\n([^`]*);\n *```$/m.exec(page) ?? [];
  return query ?? assert.fail('the handbook has no such statement');
}

/** The result lines of a query, as `psql -At` writes them. */
async function linesOf(url: string, text = queryOfHandbook()): Promise<ReadonlySet<string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
  await client.end();
  return new Set(rows.map((row) => row.join('|')));
}

async function tell(url: string, command: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(command);
  await client.end();
}

/** The ids of the events that arrived for a user, each as often as it arrived. */
const idsOf = ({ received }: Receiver, user: string): string[] =>
  received
    .filter(({ body }) => (JSON.parse(body) as { user_id: string }).user_id === user)
    .map(({ headers }) => String(headers['webhook-id']));

const programs = findProgram('postgres') ?? assert.fail();
const run = (name: string, ...args: readonly string[]) => promisify(execFile)(join(programs, name), args);

/** Writes lines to files in the order of `LC_ALL=C sort`. All lines are ASCII. */
const writeLines = (folder: string, files: Readonly<Record<string, Iterable<string>>>): void => {
  for (const [name, lines] of Object.entries(files))
    writeFileSync(
      join(folder, name),
      [...lines]
        .sort()
        .map((line) => `${line}\n`)
        .join(''),
    );
};

describe('a backup that is taken under load', () => {
  // Copies, programs and processes take long on a busy machine.
  it('brings back what was acknowledged before it, in another database', { timeout: 1_800_000 }, async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const before = await startChild(env);
    onTestFinished(async () => void (await before.end('SIGKILL')));
    const { client } = userOf(before);
    await prepareTeam(userOf(before), receiver);
    const made = nothingYet();
    const stop = new AbortController();
    for (const act of actsOf(userOf(before), made, stop.signal)) await act();
    const loaded = load(userOf(before), made, stop.signal, { persist: true });
    await until(() => made.users.size >= users);

    // A user whose event is being delivered when the backup is taken: it has arrived, but the receiver has not answered.
    const held: ServerResponse[] = [];
    receiver.answer = (response) => void held.push(response);
    const pending = nothingYet();
    await actsOf(userOf(before), pending, stop.signal)[0]?.();
    const [waiting = assert.fail()] = pending.linked;
    await until(() => idsOf(receiver, waiting).length > 0);
    const leaving = await client.createUser({ client_user_id: randomUUID() });
    const late = await client.createApiKey(seededOrg, seededTeam, { name: 'late' });
    const rotated = await client.createApiKey(seededOrg, seededTeam, { name: 'rotated' });
    // A webhook that is being deleted, but whose row is still there.
    const { id: hook } = await client.createWebhook({ url: receiver.url, events: ['none'] });
    await tell(
      address,
      `update webhook set status = 'disabled', deleted_on = now(), deletion_failed_on = now() where id = '${hook}'`,
    );

    const moved = await client.createWebhook({ url: receiver.url, events: ['none'] });
    const acknowledged = copyOf(made);
    const file = join(folder, 'svc.dump');
    await run('pg_dump', '--format=custom', `--file=${file}`, address);
    receiver.answer = (response) => void response.writeHead(204).end();
    for (const response of held) response.writeHead(204).end();
    const atEnd = made.users.size;
    await until(() => made.users.size >= atEnd + more);
    stop.abort();
    await loaded;
    await client.deleteUser(leaving.user_id);
    await client.updateWebhook(moved.id, { url: `${receiver.url}/moved` });
    await client.deleteApiKey(seededOrg, seededTeam, late.id);
    await client.rotateApiKey(seededOrg, seededTeam, rotated.id);
    const [someone = assert.fail(), disconnected = assert.fail(), gone = assert.fail()] = acknowledged.linked;
    await client.deleteUser(gone);
    await client.disconnectProvider(disconnected, signedIn);
    const profile = await client.readProfileSummary(someone);
    assert.equal(await before.end('SIGTERM'), 0);

    const restored = new URL(address);
    restored.pathname = `restored_${randomUUID().replaceAll('-', '')}`;
    await tell(address, `create database ${restored.pathname.slice(1)}`);
    await run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restored.href}`, file);
    await tell(restored.href, 'analyze');
    const there = { ...env, DATABASE_URL: restored.href };
    // Records the users whose connections are claimed for a pull. The connection of a user who was deleted is due first.
    await tell(
      restored.href,
      `create table claimed (user_id uuid);
       create function note_claim() returns trigger language plpgsql as $$
         begin insert into claimed values (new.user_id); return new; end $$;
       create trigger note_claim after update of pull_until on connection
         for each row when (new.pull_until is not null) execute function note_claim();
       update connection set next_pull_at = now() - interval '1 day' where user_id = '${gone}'`,
    );

    const database = openPostgres(restored.href, assert.fail);
    const isOpenedBy = async (key: string) => (await keysStatus(database.db, keySettings(key))).opens;
    assert.equal(await isOpenedBy(masterKey), true);
    assert.equal(await isOpenedBy(`kept:${randomBytes(32).toString('hex')}`), false);

    // The lines that are only in the restored database are what was deleted since the backup.
    const [old, copy] = [await linesOf(address), await linesOf(restored.href)];
    const deleted = [...copy].filter((line) => !old.has(line));
    assert.ok(deleted.includes(`user|${seededTeam}|${leaving.user_id}|`), deleted.join('\n'));
    assert.ok(deleted.includes(`key|${seededTeam}|${late.id}|`), deleted.join('\n'));
    // The webhook with a changed address was not deleted, and the other one was being deleted before the backup.
    for (const id of [hook, moved.id])
      assert.ok(!deleted.some((line) => line.includes(id)), deleted.join('\n'));

    const known = idsOf(receiver, waiting);
    assert.equal(new Set(known).size, 1);
    const told = receiver.received.length;
    const after = await startChild({ ...there, REQUESTS_ONLY: '1' });
    onTestFinished(async () => void (await after.end('SIGKILL')));
    const about = `${acknowledged.users.size} users at the backup, ${made.users.size} at the end`;
    await checkIsThere(userOf(after), acknowledged, about);
    const insured = await insuredUsers(database);
    for (const user of acknowledged.insured) assert.ok(insured.has(user), about);
    assert.deepEqual(await userOf(after).client.readProfileSummary(someone), profile);

    // The handbook's commands delete it again.
    const clientBy = ({ key }: { readonly key: string }) => createClient({ baseUrl: after.url, apiKey: key });
    const [revived, overlapping] = [clientBy(late), clientBy(rotated)];
    await revived.readUser(leaving.user_id);
    writeLines(folder, { 'old.txt': old, 'restored.txt': copy, 'deleted.txt': deleted });
    for (const begin of ['team=', "cut -d'|' -f3 old.txt"])
      await promisify(execFile)('sh', ['-c', commandsOfHandbook(begin, after.url)], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...there },
      });
    await assert.rejects(overlapping.readUser(leaving.user_id), { errorType: 'user_not_found' });
    await assert.rejects(revived.listUsers(), { status: 401 });
    const named = readFileSync(join(folder, 'rotated.txt'), 'utf8').trim().split('\n');
    assert.ok(named.includes(rotated.id) && !named.includes(late.id), named.join('\n'));
    // These commands leave nothing else of the team that was deleted.
    const left = await linesOf(restored.href);
    for (const line of deleted.filter((each) => left.has(each))) {
      const [kind = '', team, id = ''] = line.split('|');
      assert.ok(team !== seededTeam || kind === 'webhook' || named.includes(id), line);
    }
    const { providers } = await overlapping.listUserProviders(disconnected);
    assert.deepEqual(providers, []);
    assert.equal(await after.end('SIGTERM'), 0);
    // Before those deletions no provider was asked, and no event was sent.
    const claims = () => linesOf(restored.href, 'select user_id from claimed');
    assert.deepEqual(await claims(), new Set());
    assert.equal(receiver.received.length, told);

    const working = await startChild(there);
    onTestFinished(async () => void (await working.end('SIGKILL')));
    await until(() => idsOf(receiver, waiting).length > known.length);
    assert.deepEqual(new Set(idsOf(receiver, waiting)), new Set(known));
    // Pauses and imports that were accepted but not finished are finished now.
    await checkIsDone(userOf(working), acknowledged, about);
    assert.equal(await working.end('SIGTERM'), 0);
    assert.ok(!(await claims()).has(gone));
    console.log(about);
  });
});
