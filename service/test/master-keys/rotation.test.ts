// Rotations of keys on one database, which other processes may use meanwhile.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, it } from 'vitest';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import {
  createSecrets,
  createSecretsOf,
  headerOf,
  keyNumberOf,
  type Secrets,
} from '../../src/crypto/index.js';
import { forgetMasterKey } from '../../src/cli/index.js';
import { transact } from '../../src/db/index.js';
import { keysStatus, newProcess, rotateMasterKey, tellKeys } from '../../src/master-keys/index.js';
import { holdDataKeys } from '../../src/master-keys/data-keys.js';
import { places, readSealed, replaceSealed } from '../../src/master-keys/sealed-rows.js';
import { keySettings } from '../support/keys.js';
import { sealEverything, unreadable } from '../support/sealed-scene.js';
import { newKey, rotationScene } from './rotation-scene.js';

const [a, b] = [`a:${newKey()}`, `b:${newKey()}`];
const insurance = places.find(({ name }) => name === 'insurance.record')!;

const scene = rotationScene();
const { storeRows, startWith, agree, rotate, sealedBy } = scene;
const look = (...keys: string[]) => keysStatus(scene.db, keySettings(keys.join(',')));
const status = async (...keys: string[]) => (await look(...keys)).lines;
const mayBeRemoved = (id: string): string =>
  `Nothing needs "${id}" any more: remove it from the settings of every process. Backups from before still need it.`;

describe('a rotation of the master key', () => {
  it('wraps the data keys again, leaves the sealed values, and says which key may be removed', async () => {
    const { secrets } = await startWith(a);
    assert.deepEqual(await rotate([b, a]), [
      'Data key 1: wrapped by "b", before by "a".',
      'Every data key is wrapped by "b".',
      mayBeRemoved('a'),
    ]);
    assert.deepEqual(await sealedBy(), [1]);
    const after = await agree(b);
    assert.deepEqual(await unreadable(scene.db, after.secrets), []);
    assert.equal(after.secrets.digest('sign-in', 'ada'), secrets.digest('sign-in', 'ada'));
    await assert.rejects(agree(a), /The data was written with the master key "b", and .* have only "a"/);
    // A second rotation has nothing to do.
    assert.deepEqual(await rotate([b]), ['Every data key is wrapped by "b".']);
  });

  it('seals every value again if that is asked for', async () => {
    await startWith(a);
    const said = await rotate([b, a], { data: true });
    assert.ok(
      said.includes('Data key 2 is new.') && said.includes('insurance.record: 3 of 3'),
      said.join('\n'),
    );
    assert.deepEqual(said.slice(-3), [
      'All values are sealed by data key 2.',
      'Every data key is wrapped by "b".',
      mayBeRemoved('a'),
    ]);
    assert.deepEqual(await sealedBy(), [2]);
    assert.deepEqual(await unreadable(scene.db, (await agree(b)).secrets), []);
    // The next rotation makes a data key of its own.
    await rotate([b], { data: true });
    assert.deepEqual(await sealedBy(), [3]);
    assert.deepEqual(await unreadable(scene.db, (await agree(b)).secrets), []);
  });

  it('seals every value again that a version without data keys has sealed with the old key', async () => {
    const old = newKey();
    await storeRows();
    await sealEverything(scene.db, createSecrets(Buffer.from(old, 'hex')));
    await rotate([b, old]);
    assert.deepEqual(await sealedBy(), [2]);
    const after = await agree(b);
    assert.deepEqual(await unreadable(scene.db, after.secrets), []);
    // Values derived from the old key stay the same: addresses at providers are made from them.
    assert.equal(after.secrets.derive('x'), createSecrets(Buffer.from(old, 'hex')).derive('x'));
  });

  it('uses the key that is asked for', async () => {
    await agree(a);
    assert.ok((await rotate([a, b], { to: 'b' })).includes(mayBeRemoved('a')));
    await assert.rejects(rotate([b], { to: 'a' }), /no master key "a", only "b"/);
    await assert.rejects(rotate([b], { wait: 'x' }), /--wait takes a number/);
  });

  it('recognizes a key that was replaced under its name', async () => {
    await agree(a);
    const named = [b.replace('b:', 'a:'), a.replace('a:', 'before:')];
    assert.deepEqual(await rotate(named), [
      'Data key 1: wrapped by "a", before by "a".',
      'Every data key is wrapped by "a".',
      mayBeRemoved('before'),
    ]);
    await agree(b);
  });

  it('leaves values that do not open, and says how many these are', async () => {
    await startWith(a);
    const [row] = await readSealed(scene.db, insurance, 1);
    const broken = Buffer.alloc(40, 1);
    await transact(scene.db, (tx) => replaceSealed(tx, insurance, [{ ...row!, anew: broken }]));
    const said = await rotate([a], { data: true });
    assert.ok(
      said.includes('But 1 of insurance.record cannot be opened, before as now, and stay as they are.'),
      said.join('\n'),
    );
    assert.deepEqual(await sealedBy(), [1, 2]);
    assert.deepEqual(Buffer.from((await readSealed(scene.db, insurance, 1))[0]!.sealed), broken);
    // That is no reason to continue with the same data key.
    assert.ok((await rotate([a], { data: true })).includes('Data key 3 is new.'));
  });

  it('replaces no value that was changed since it was read', async () => {
    const { secrets } = await startWith(a);
    const [read] = await readSealed(scene.db, insurance, 1);
    const seal = (text: string) => secrets.seal('insurance', insurance.place(read!.row), text);
    const change = (text: string) =>
      transact(scene.db, (tx) => replaceSealed(tx, insurance, [{ ...read!, anew: seal(text) }]));
    assert.equal(await change('by its owner'), 1);
    assert.equal(await change('what it was before'), 0);
    const [now] = await readSealed(scene.db, insurance, 1);
    assert.equal(secrets.open('insurance', insurance.place(now!.row), now!.sealed), 'by its owner');
  });
});

describe('a process beside a rotation', () => {
  it('takes a new data key before the key seals', async () => {
    const { keyring } = await agree(a);
    const [here, there] = [await holdDataKeys(scene.db, keyring), await holdDataKeys(scene.db, keyring)];
    const sealing = ({ secrets }: typeof here) => keyNumberOf(secrets.seal('event', 'row', ''));
    await scene.db
      .insertInto('data_key')
      .values({
        ...{ number: 2, was_master: false, wrapped_by: 'a', created_on: new Date() },
        wrapped: await keyring.wrappers[0].wrap(randomBytes(32), 'svc-service-data-key-2'),
        seals_from: sql<Date>`now() + interval '1 hour'`,
      })
      .execute();
    await here.look();
    assert.equal(sealing(here), 1);
    await sql`update data_key set seals_from = now()`.execute(scene.db);
    await here.look();
    assert.equal(sealing(here), 2);
    const sealed = here.secrets.seal('event', 'row', 'text');
    assert.throws(
      () => there.secrets.open('event', 'row', sealed),
      /data key 2, which this process does not have/,
    );
    await there.look();
    assert.equal(there.secrets.open('event', 'row', sealed), 'text');
  });

  const beside = { alone: false };

  it('must have the new master key, under any name, before anything is changed', async () => {
    const keys = await startWith(a);
    const there = newProcess();
    await tellKeys(scene.db, there, keys);
    await assert.rejects(rotate([b, a], { wait: '0' }, beside), {
      name: 'ProcessWithoutKey',
      message:
        /\(process \d+\), which said \d seconds ago .* has not got the master key "b": .* Nothing was changed\./,
    });
    const wrappedBy = async () =>
      (await scene.db.selectFrom('data_key').select('wrapped_by').execute()).map((row) => row.wrapped_by);
    assert.deepEqual(await wrappedBy(), ['a']);
    await tellKeys(scene.db, there, await agree(a, b.replace('b:', 'otherwise:')));
    await rotate([b, a], { wait: '0' }, beside);
    assert.deepEqual(await wrappedBy(), ['b']);
  });

  it('must have a new data key before anything is sealed with it', async () => {
    const there = { own: newProcess(), keys: await startWith(a) };
    await tellKeys(scene.db, there.own, there.keys);
    const late = { name: 'ProcessWithoutKey', message: /has not got data key 2: .* If it is gone, wait/ };
    await assert.rejects(rotate([a], { data: true, wait: '0' }, beside), late);
    await assert.rejects(rotate([a], { data: true, wait: '1' }, beside), late);
    assert.deepEqual(await sealedBy(), [1]);
    assert.equal(keyNumberOf((await agree(a)).secrets.seal('event', 'row', '')), 1);

    await there.keys.look();
    await tellKeys(scene.db, there.own, there.keys);
    const said = await rotate([a], { data: true, wait: '0' }, beside);
    assert.ok(!said.some((line) => line.includes('is new')), said.join('\n'));
    assert.deepEqual(await sealedBy(), [2]);
    assert.deepEqual(await unreadable(scene.db, there.keys.secrets), []);
  });

  it('that has recorded nothing for a minute counts as gone', async () => {
    await tellKeys(scene.db, newProcess(), await startWith(a));
    await sql`update service_process set seen_on = now() - interval '61 seconds'`.execute(scene.db);
    await rotate([b, a], { data: true, wait: '0' }, beside);
    assert.deepEqual(await sealedBy(), [2]);
  });

  it('reads and writes all the time, and loses nothing', async () => {
    await startWith(a);
    const { keyring } = await agree(b, a);
    let isOver = false;
    /** Changes every row again and again, like two processes that look for data keys now and then. */
    const work = async (at: number): Promise<number> => {
      const held = await holdDataKeys(scene.db, keyring);
      let turn = 0;
      for (; !isOver; turn++) {
        if (turn % 5 === 0) await held.look();
        await writeOne(held.secrets, at, turn);
        const place = places[turn % places.length]!;
        for (const { row, sealed } of await readSealed(scene.db, place, 2))
          held.secrets.open(place.purpose, place.place(row), sealed);
      }
      return turn;
    };
    const workers = [0, 1].map(work);
    const rotated = rotateMasterKey(scene.db, await agree(b, a), {
      ...{ data: true, wait: 1.5, alone: false },
      say: () => undefined,
    });
    const turns = await Promise.all([...workers, rotated.finally(() => (isOver = true))].slice(0, 2));
    await rotated;
    const after = await agree(b);
    const rows = await readSealed(scene.db, insurance, 10);
    for (const at of [0, 1]) {
      const { row, sealed } = rows[at]!;
      const text = after.secrets.open('insurance', insurance.place(row), sealed);
      assert.equal(text, `${at} ${Number(turns[at]) - 1}`, 'the last write stays');
    }
    assert.deepEqual(await sealedBy(), [2]);
  });

  /** Replaces the value of a row, as its owner would. */
  async function writeOne(secrets: Secrets, at: number, turn: number): Promise<void> {
    const id = String((await readSealed(scene.db, insurance, 10))[at]?.row['id']);
    await scene.db
      .updateTable('insurance')
      .set({ record: secrets.seal('insurance', id, `${at} ${turn}`) })
      .where('id', '=', id)
      .execute();
    // PGlite answers within one turn of the event loop, in which no timer ends.
    await turnOfLoop();
  }
});

describe('a master key that is lost', () => {
  it('can be forgotten with every value, and the next start accepts another one', async () => {
    await startWith(a);
    await assert.rejects(agree(b), /with the master key "a"/);
    await forgetMasterKey(scene.db, { sure: true, alone: false }, new Date());
    const { secrets } = await agree(b);
    await storeRows();
    await sealEverything(scene.db, secrets);
    assert.deepEqual(await unreadable(scene.db, secrets), []);
  });

  it('is made up for by the data keys of a dump from before a rotation, as the handbook says', async () => {
    const { secrets } = await startWith(a);
    const before = await scene.db.selectFrom('data_key').selectAll().execute();
    await rotate([b, a]);
    await sealEverything(scene.db, (await agree(b)).secrets);
    await assert.rejects(agree(a), /with the master key "b"/);
    for (const table of ['data_key', 'master_key'] as const) await scene.db.deleteFrom(table).execute();
    await scene.db.insertInto('data_key').values(before).execute();
    const after = await agree(a);
    assert.deepEqual(await unreadable(scene.db, after.secrets), []);
    assert.equal(after.secrets.digest('sign-in', 'ada'), secrets.digest('sign-in', 'ada'));
  });

  it('leaves an entry of the audit log about each connection, webhook and application that goes with it', async () => {
    await startWith(a);
    const owners = await scene.db
      .selectFrom('connection')
      .innerJoin('team', 'team.id', 'connection.team_id')
      .select(['org_id', 'team_id', 'user_id', 'connection.id'])
      .execute();
    const [application] = await scene.db.selectFrom('custom_credentials').select('provider').execute();
    await forgetMasterKey(scene.db, { sure: true, alone: false }, new Date());
    const entries = await scene.db
      .selectFrom('audit_entry')
      .select(['org_id', 'team_id', 'action', 'actor', 'subject', 'detail'])
      // Entries of other tests cannot be deleted.
      .where('org_id', 'in', [...new Set(owners.map(({ org_id }) => org_id))])
      .execute();
    const of = ({ org_id, team_id }: (typeof owners)[number]) => ({ org_id, team_id, actor: 'command' });
    assert.deepEqual(
      new Set(entries),
      new Set(
        owners.flatMap((owner) => [
          {
            ...{ ...of(owner), action: 'connection.deleted', subject: 'umbra_sleep' },
            detail: `of the user ${owner.user_id}`,
          },
          // The rows of a scene share one id.
          { ...of(owner), action: 'webhook.deleted', subject: owner.id, detail: null },
          { ...of(owner), action: 'application.deleted', subject: application?.provider, detail: null },
        ]),
      ),
    );
    assert.equal(entries.length, 9);
  });

  it('is not forgotten while a process runs, which is named', async () => {
    const keys = await startWith(a);
    await tellKeys(scene.db, newProcess(), keys);
    const forget = (sure: boolean, alone: boolean) => forgetMasterKey(scene.db, { sure, alone }, new Date());
    await assert.rejects(forget(true, false), {
      name: 'Error',
      message:
        /^Nothing was deleted, .*\n {2}.* \(process \d+\), which said \d seconds ago .*\nStop each of them/,
    });
    assert.deepEqual(await unreadable(scene.db, keys.secrets), []);
    assert.match((await forget(false, false)).join('\n'), /with --yes/, 'only looks');
    // For a folder, the records of a killed process mean nothing, because there is only one process.
    await forget(true, true);
    assert.deepEqual(await status(a), ['There are no data keys yet: the first start makes one.']);
  });
});

describe('the status of the keys', () => {
  it('shows what each key has wrapped and sealed, and which one is missing', async () => {
    assert.deepEqual(await status(a), ['There are no data keys yet: the first start makes one.']);
    await startWith(a);
    const [row] = await readSealed(scene.db, insurance, 1);
    const byNine = createSecretsOf({ find: () => randomBytes(32), sealing: () => 9 });
    const anew = byNine.seal('insurance', insurance.place(row!.row), 'x');
    assert.deepEqual(anew.subarray(0, 5), headerOf(9));
    await transact(scene.db, (tx) => replaceSealed(tx, insurance, [{ ...row!, anew }]));
    const total = places.length * 3 - 1;
    const day = new Date().toISOString().slice(0, 10);
    const lines = await status(a, b);
    assert.deepEqual(lines.slice(0, 4), [
      'Master key "a": wraps data key 1; wraps from now on',
      'Master key "b": wraps nothing',
      `Data key 1, of ${day}: ${total} values; seals from now on`,
      '  connection.credentials: 3',
    ]);
    assert.deepEqual(lines.slice(-2), ['Data key 9 is MISSING in the database:', '  insurance.record: 1']);
    assert.equal((await status(b))[1], 'Master key "a": wraps data key 1, and is MISSING in the settings');
  });

  it('says whether the settings open everything, whatever their keys are called', async () => {
    await startWith(a);
    assert.equal((await look(a, b)).opens, true);
    assert.equal((await look(b)).opens, false);
    const bytes = a.slice(a.indexOf(':') + 1);
    const renamed = await look(`renamed:${bytes}`);
    assert.equal(renamed.opens, true);
    assert.equal(renamed.lines[1], 'Master key "a": wraps data key 1; the settings have it by another name');
    const other = await look(`a:${randomBytes(32).toString('hex')}`);
    assert.equal(other.opens, false);
    assert.equal(
      other.lines[0],
      'Master key "a": wraps data key 1, which the key of this name in the settings does NOT open; wraps from now on',
    );
  });
});
