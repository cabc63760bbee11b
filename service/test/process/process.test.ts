import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { openEmbedded } from '../../src/db/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newDataFolder, runCommand, startChild, type ChildService } from '../support/child-service.js';

const folder = newDataFolder();
const env = { DATA_DIR: folder, LOG_LEVEL: 'debug' };
afterAll(() => rmSync(folder, { recursive: true }));

const key = { 'x-svc-api-key': sandboxKeys.apiKey };
type Json = Record<string, unknown>;

async function send(
  service: ChildService,
  path: string,
  body: object,
  headers: Record<string, string> = key,
) {
  const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Json };
}
const read = async (service: ChildService, path: string, headers: Record<string, string> = key) =>
  (await (await fetch(service.url + path, { headers })).json()) as Json;

async function newLink(service: ChildService) {
  const user = await send(service, '/v2/user', { client_user_id: crypto.randomUUID() });
  const { body } = await send(service, '/v2/link/token', { user_id: user.body['user_id'] });
  const token = { 'x-svc-link-token': String(body['link_token']) };
  await send(service, '/v2/link/start', {}, token);
  return { userId: String(user.body['user_id']), token };
}
const password = '/v2/link/provider/password/quartz_scale';
const good = (username: string) => ({ username: `${username}@example.com`, password: 'good-password' });

describe('a process that is killed', () => {
  it('loses nothing that it has answered, and goes on where it was', async () => {
    let service = await startChild(env);
    const pending = await newLink(service);
    assert.equal(
      (await send(service, password, good('sms'), pending.token)).body['state'],
      'pending_provider_mfa',
    );
    const connected = await newLink(service);
    assert.equal((await send(service, password, good('ok'), connected.token)).body['state'], 'success');
    await send(service, '/sandbox/clock', { advance_seconds: 120 });

    // The process is killed in the middle of many writes. Only writes that were answered count.
    const answered: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; ; n++) {
        const { body } = await send(service, '/v2/user', { client_user_id: `crash-${writer}-${n}` });
        answered.push(String(body['user_id']));
        if (answered.length === 200) void service.end('SIGKILL');
      }
    });
    await Promise.allSettled(writers);
    assert.ok(answered.length >= 200);

    service = await startChild(env);
    for (const id of answered) assert.equal((await read(service, `/v2/user/${id}`))['user_id'], id);
    const { providers } = await read(service, `/v2/user/providers/${connected.userId}`);
    assert.equal((providers as unknown[]).length, 1);
    assert.equal((await read(service, '/v2/link/state', connected.token))['state'], 'success');
    assert.equal((await read(service, '/sandbox/clock'))['advanced_seconds'], 120);

    assert.equal((await read(service, '/v2/link/state', pending.token))['state'], 'pending_provider_mfa');
    const { body } = await send(service, `${password}/complete_mfa`, { mfa_code: '123456' }, pending.token);
    assert.equal(body['state'], 'success');
    assert.equal(await service.end('SIGTERM'), 0);
  });
});

describe('a process that is asked to stop', () => {
  it('answers what hangs, takes no more and ends', async () => {
    const service = await startChild(env);
    const link = await newLink(service);
    const hanging = send(service, password, good('hang'), link.token);
    while ((await read(service, '/v2/link/state', link.token))['attempt'] === 0);
    const ended = service.end('SIGTERM');
    assert.equal((await hanging).status, 503);
    assert.equal(await ended, 0);
    await assert.rejects(fetch(`${service.url}/health`));
  });

  it('has let go of a client that left a hanging request', async () => {
    const service = await startChild(env);
    const link = await newLink(service);
    const leaving = new AbortController();
    const hanging = fetch(service.url + password, {
      method: 'POST',
      headers: link.token,
      body: JSON.stringify(good('hang')),
      signal: leaving.signal,
    });
    while ((await read(service, '/v2/link/state', link.token))['attempt'] === 0);
    leaving.abort();
    await assert.rejects(hanging);
    while (!service.output().includes('"status":503')) await read(service, '/health');
    assert.equal(await service.end('SIGTERM'), 0);
  });
});

describe('the data folder', () => {
  it('is made anew where the making of it broke off', async () => {
    const directory = newDataFolder();
    for (const unfinished of ['pg', 'pg.new']) {
      mkdirSync(join(directory, unfinished, 'base'), { recursive: true });
      writeFileSync(join(directory, unfinished, 'base', 'half'), 'of it');
    }
    const service = await startChild({ DATA_DIR: directory });
    assert.equal((await send(service, '/v2/user', { client_user_id: 'first' })).status, 200);
    assert.equal(await service.end('SIGTERM'), 0);
    assert.deepEqual(
      ['pg/base/half', 'pg.new'].filter((name) => existsSync(join(directory, name))),
      [],
    );
    rmSync(directory, { recursive: true });
  });

  it('serves one process at a time', async () => {
    const service = await startChild(env);
    const second = await runCommand([], env);
    assert.equal(second.code, 1);
    assert.match(second.err, /another process uses the data folder .*\nStop it first/);
    assert.equal(await service.end('SIGTERM'), 0);
  });

  it('is closed to other people', () => {
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, 'master.key')).mode & 0o777, 0o600);
  });
});

describe('the command line', () => {
  it('makes a key that works, on its last line', async () => {
    const { code, out } = await runCommand(
      ['keys', 'create', '--team', '00000000-0000-4000-8000-000000000002'],
      env,
    );
    assert.equal(code, 0);
    const made = out.trimEnd().split('\n').at(-1) ?? '';
    assert.match(made, /^sk_[\w-]{43}$/);
    const org = await runCommand(['keys', 'create', '--org', '00000000-0000-4000-8000-000000000001'], env);
    assert.match(org.out, /\nmk_[\w-]{43}\n$/);

    const ownKey = `sk_${crypto.randomUUID()}`;
    const service = await startChild({ ...env, SVC_API_KEY: ownKey });
    const list = (apiKey: string) =>
      fetch(`${service.url}/v2/providers`, { headers: { 'x-svc-api-key': apiKey } });
    assert.equal((await list(made)).status, 200);
    assert.equal((await list(ownKey)).status, 200);
    assert.equal((await list(sandboxKeys.apiKey)).status, 401);
    assert.ok(!service.output().includes(ownKey));
    await service.end('SIGTERM');
  });

  it('switches a flag of a team on', async () => {
    const team = '00000000-0000-4000-8000-000000000002';
    assert.equal((await runCommand(['teams', 'enable', team, 'bulk_import'], env)).code, 0);
  });

  it('migrates, and says what it did', async () => {
    const old = newDataFolder();
    const { db, close } = await openEmbedded(old);
    for (const statement of ['drop schema public cascade', 'create schema public'])
      await sql.raw(statement).execute(db);
    await close();
    const first = await runCommand(['migrate'], { DATA_DIR: old });
    assert.match(first.out, /^Done: 0001-link, 0002-embedding, /);
    const { code, out } = await runCommand(['migrate'], { DATA_DIR: old });
    assert.deepEqual([first.code, code, out], [0, 0, 'The database is up to date.\n']);
    rmSync(old, { recursive: true });
  });

  it('ends a rotation that found what cannot be opened with 2, and any other with 0', async () => {
    const own = { DATA_DIR: newDataFolder() };
    await (await startChild(own)).end('SIGTERM');
    const rotate = () => runCommand(['keys', 'rotate-master', '--data'], own);
    const whole = await rotate();
    assert.equal(whole.code, 0, whole.err);
    const { db, close } = await openEmbedded(own.DATA_DIR);
    await db
      .insertInto('custom_credentials')
      .values({
        ...{ team_id: seededTeam, provider: 'oura', application: 'one', updated_on: new Date() },
        credentials: Buffer.alloc(40, 1),
      })
      .execute();
    await close();
    const { code, out } = await rotate();
    assert.equal(code, 2);
    assert.match(
      out,
      /1 of custom_credentials\.credentials cannot be opened[^]*Every data key is wrapped by/,
    );
    rmSync(own.DATA_DIR, { recursive: true });
  });

  it('says in a line what is wrong', async () => {
    for (const [args, more, message] of [
      [['fly'], {}, /unknown command: fly/],
      [['keys', 'create'], {}, /either --team ID or --org ID/],
      [['keys', 'create', '--team', 'x'], {}, /there is no team x/],
      [['--loud'], {}, /--loud/],
      [[], { PORT: '99999', LOG_LEVEL: 'loud' }, /PORT is not a port number\nLOG_LEVEL is none of/],
      [[], { SVC_API_KEY: 'same', SVC_MANAGEMENT_KEY: 'same' }, /are the same/],
      [[], { SVC_API_KEY: 'sk_short' }, /SVC_API_KEY can be guessed/],
      [
        [],
        { DATABASE_URL: 'mysql://x', SVC_MASTER_KEY: 'short' },
        /DATABASE_URL does not begin[^]*SVC_MASTER_KEY is not/,
      ],
    ] as const) {
      const { code, err } = await runCommand([...args], { ...env, ...more });
      assert.equal(code, 1, args.join(' '));
      assert.match(err, message);
      assert.doesNotMatch(err, /\n\s+at /);
    }
  });

  it('says which port is taken, and lets go of the data', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const { code, err } = await runCommand([], { ...env, PORT: String(port) });
    assert.equal(code, 1);
    assert.match(err, /EADDRINUSE.*\nChoose another port with PORT\./);
    const metrics = await runCommand([], { ...env, METRICS_PORT: String(port) });
    assert.match(metrics.err, /EADDRINUSE.*\nChoose another port with METRICS_PORT\./);
    taken.close();
    assert.ok(!existsSync(join(folder, 'lock.sock')));
  });

  it('explains itself', async () => {
    const { code, out } = await runCommand(['--help'], {});
    assert.equal(code, 0);
    assert.match(out, /keys create[^]*keys revoke[^]*teams disable[^]*DATABASE_URL/);
  });
});
