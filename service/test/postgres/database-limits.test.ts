// How many connections a process takes from PostgreSQL, and how long it waits for it.
import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import {
  isDatabaseAway,
  isDatabaseBusy,
  type OpenDatabase,
  openPostgres,
  transact,
  type Db,
} from '../../src/db/index.js';
import { withoutLimits } from '../../src/db/limits.js';
import { gate } from '../support/gate.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';
const limits = { poolSize: 5, statementSeconds: 1, lockSeconds: 1, idleSeconds: 1 };

/** Keeps this many connections in use until the returned function is called. */
async function occupy(db: Db, count: number): Promise<() => Promise<unknown>> {
  const { promise: over, resolve: end } = gate();
  const held = Array.from({ length: count }, () => {
    const { promise: begun, resolve } = gate();
    const ended = db.connection().execute(() => {
      resolve();
      return over;
    });
    return { begun, ended };
  });
  await Promise.all(held.map(({ begun }) => begun));
  return () => {
    end();
    return Promise.all(held.map(({ ended }) => ended));
  };
}

const one = (db: Db) => sql`select 1`.execute(db);
const show = async (db: Db, name: string): Promise<string> => {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
  return rows[0]!.value;
};

describe('connections to PostgreSQL', () => {
  let database: OpenDatabase;
  beforeAll(() => {
    database = openPostgres(url, () => undefined, limits);
  });
  afterAll(() => database.close());

  it('are shared out, so that neither requests nor background work have to wait for the other', async () => {
    const endWork = await occupy(database.work, 2);
    await one(database.db);
    const endRequests = await occupy(database.db, 3);
    await one(database.check);
    const { requests, work } = database.connections();
    assert.deepEqual([requests?.inUse, requests?.most, work?.inUse, work?.most], [3, 3, 2, 2]);
    await endWork();
    await one(database.work);
    await endRequests();
  });

  it('are waited for, but not for ever', async () => {
    const end = await occupy(database.work, 2);
    const waiting = one(database.work);
    while (database.connections()['work']?.waiting !== 1) await new Promise(setImmediate);
    await end();
    await waiting;
    const endAgain = await occupy(database.db, 3);
    await assert.rejects(one(database.db), isDatabaseBusy);
    assert.equal(database.connections()['requests']?.waiting, 0);
    await endAgain();
    await one(database.db);
  });

  it('end statements and waits for locks that take too long, and leave no limit behind', async () => {
    await assert.rejects(sql`select pg_sleep(60)`.execute(database.db), isDatabaseBusy);
    const inTransaction = await transact(database.work, (tx) => show(tx, 'statement_timeout'));
    assert.equal(inTransaction, '4s');
    assert.equal(await show(database.work, 'statement_timeout'), '0');
    assert.equal(await transact(database.db, (tx) => show(tx, 'idle_in_transaction_session_timeout')), '1s');

    await sql`create table locked (id integer)`.execute(database.db);
    const { promise: over, resolve: end } = gate();
    const { promise: begun, resolve: begin } = gate();
    const holder = openPostgres(url, assert.fail, { ...limits, idleSeconds: 60 });
    const patient = openPostgres(url, assert.fail, { ...limits, statementSeconds: 60 });
    const held = transact(holder.db, async (tx) => {
      await sql`lock table locked`.execute(tx);
      begin();
      await over;
    });
    await begun;
    // The statement timeout is longer, so the lock timeout ends the wait.
    const waits = transact(patient.db, (tx) => sql`insert into locked values (1)`.execute(tx));
    await assert.rejects(waits, { code: '55P03' });
    end();
    await held;
    await Promise.all([holder, patient].map((each) => each.close()));
  });

  it('are without limits where tables are changed', async () => {
    await withoutLimits(() =>
      transact(database.work, async (tx) => assert.equal(await show(tx, 'statement_timeout'), '0')),
    );
    // The driver has a limit of its own, a few seconds longer than that of statements.
    const hasty = openPostgres(url, assert.fail, { ...limits, statementSeconds: 0.1 });
    const long = 'select pg_sleep(4)';
    await Promise.all([
      withoutLimits(() => transact(hasty.work, (tx) => sql.raw(long).execute(tx))),
      hasty.forTables.sendAlone(long),
    ]);
    await hasty.close();
  });
});

/** A relay between the service and PostgreSQL that can stop passing data without closing a connection. */
async function startWire() {
  const target = new URL(url).searchParams.get('host') ?? assert.fail();
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(`${target}/.s.PGSQL.5432`);
    near.pipe(far).pipe(near);
    for (const side of [near, far]) side.on('error', () => undefined);
    near.on('close', () => far.destroy());
    pairs.add([near, far]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const { port } = server.address() as AddressInfo;
  const through = new URL(url);
  through.search = '';
  through.host = `127.0.0.1:${port}`;
  return {
    url: through.href,
    cut() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        // Data that still arrives is dropped.
        near.on('data', () => undefined).resume();
        far.on('data', () => undefined).resume();
      }
    },
    close() {
      for (const sides of pairs) for (const side of sides) side.destroy();
      server.close();
    },
  };
}

describe('a server that falls silent', () => {
  it('is left after a while, and asked anew', async () => {
    const wire = await startWire();
    const database = openPostgres(wire.url, () => undefined, limits);
    await one(database.db);
    await transact(database.db, one);
    wire.cut();
    await assert.rejects(one(database.db), isDatabaseAway);
    // The first connection is gone, so this uses a new one.
    await one(database.db);
    const broken = transact(database.db, async (tx) => {
      await one(tx);
      wire.cut();
      await one(tx);
    });
    await assert.rejects(broken, isDatabaseAway);
    await one(database.db);
    await database.close();
    wire.close();
  });
});
