// A rotation as an operator does it, while a service works: it is killed
// in the middle and started again, and afterwards the old key is removed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createClient } from 'svc-link/client';
import { afterAll, beforeAll, it } from 'vitest';
import { bytesOf, insertRows, openPostgres, transact, type OpenDatabase } from '../../src/db/index.js';
import { runCommand, startChild, type ChildService } from '../support/child-service.js';
import { insurance } from '../support/insurance-records.js';
import { secretsBy } from '../support/keys.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const apiKey = `sk_${randomUUID()}`;
const key = (): string => randomBytes(32).toString('hex');
const [old, next] = [`old:${key()}`, `new:${key()}`];
const env = (keys: string) => ({
  ...{
    DATABASE_URL: url,
    SVC_MASTER_KEYS: keys,
    SVC_API_KEY: apiKey,
    SVC_MANAGEMENT_KEY: `mk_${randomUUID()}`,
  },
  ...{ LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' },
});
/** So many that the rotation can be killed in the middle. */
const records = 20_000;

let database: OpenDatabase;
let service: ChildService;
beforeAll(async () => {
  service = await startChild(env(`${old},${next}`));
  database = openPostgres(url, assert.fail);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await database.close();
});

const countOf = async (condition: string): Promise<number> => {
  const { rows } = await sql<{
    count: string;
  }>`select count(*) from insurance where ${sql.raw(condition)}`.execute(database.db);
  return Number(rows[0]?.count);
};
const byNewKey = String.raw`substring(record from 1 for 1) = '\x02'`;

async function storeRecords(): Promise<string> {
  const user = await createClient({ baseUrl: service.url, apiKey }).createUser({ client_user_id: 'ada' });
  const secrets = await secretsBy(database.db, old);
  const rows = Array.from({ length: records }, () => {
    const id = randomUUID();
    return {
      id,
      user_id: user.user_id,
      record: bytesOf(secrets.seal('insurance', id, id)),
      created_on: new Date(),
    };
  });
  const columns = { id: 'uuid', user_id: 'uuid', record: 'bytea', created_on: 'timestamptz' } as const;
  await transact(database.db, (tx) => insertRows(tx, 'insurance', rows, columns).execute());
  return user.user_id;
}

it('a rotation is refused in a line while a process has not got the new key', async () => {
  const { code, err } = await runCommand(['keys', 'rotate-master'], env(`third:${key()},${next},${old}`));
  assert.equal(code, 1);
  assert.match(err, /^svc-service: .* has not got the master key "third": .*\n$/);
});

it('a rotation that is killed is said again, and then nothing needs the old key', async () => {
  const user = await storeRecords();
  const client = createClient({ baseUrl: service.url, apiKey });
  // The service checks for new data keys every ten seconds.
  const args = ['keys', 'rotate-master', '--data', '--wait', '15'];
  const both = env(`${next},${old}`);

  const first = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], ...both },
    stdio: 'ignore',
  });
  const ended = once(first, 'exit');
  while ((await countOf(byNewKey)) === 0) await pause(5);
  first.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL']);
  const left = await countOf(`not ${byNewKey}`);
  assert.ok(left > 0 && left < records, `${left} left`);

  // The service still seals with the old data key. It switches to the new one while it runs.
  await client.createInsurance(user, insurance);
  const said = await runCommand(args, both);
  assert.equal(said.code, 0, said.err);
  assert.ok(!said.out.includes('is new'), said.out);
  assert.match(said.out, /All values are sealed by data key 2\.\n[^]*Nothing needs "old" any more/);
  assert.equal(await countOf(`not ${byNewKey}`), 0);
  let before: number;
  do {
    before = await countOf(byNewKey);
    await client.createInsurance(user, insurance);
    await pause(100);
  } while ((await countOf(byNewKey)) === before);

  // A process without the old key reads and writes everything. A process with only the old key does not start.
  await service.end('SIGTERM');
  const { code, err } = await runCommand([], env(old));
  assert.equal(code, 1);
  assert.match(err, /The data was written with the master key "new", and .* have only "old"/);
  service = await startChild(env(next));
  const secrets = await secretsBy(database.db, next);
  const rows = await database.db.selectFrom('insurance').select(['id', 'record']).execute();
  assert.ok(rows.length > records);
  for (const { id, record } of rows) secrets.open('insurance', id, record);
  const status = await runCommand(['keys', 'status'], env(next));
  assert.match(status.out, /^Master key "new": wraps data key 1, 2; wraps from now on\n/);
});
