import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { advanceClock, createTeam, deleteTeam, listApiKeys, listUsers, readTeam } from 'svc-link/contract';
import { forgetKeys } from '../../src/auth/index.js';
import { listKeys, makeKey, replaceKey, revokeKey } from '../../src/cli/key-chores.js';
import { listTeams, switchFlag } from '../../src/cli/team-chores.js';
import { listOrgs, makeOrg, renameOrg } from '../../src/cli/org-chores.js';
import { seed, seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newOrg, newTeam, ofTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('keys on the command line', () => {
  // spec 5.5
  it('are made for a team, its managers or the organization, and the last line is the key', async () => {
    const { db } = service.deps;
    const { id } = await newTeam(service);
    const last = async (options: Parameters<typeof makeKey>[1]) => (await makeKey(db, options)).at(-1)!;

    assert.equal((await service.call(listUsers, { apiKey: await last({ team: [id] }) })).status, 200);
    const managing = await last({ team: [id], management: true, name: 'agency' });
    assert.match(managing, /^tmk_/);
    assert.equal((await service.call(readTeam, ofTeam(id, managing))).status, 200);
    assert.equal((await service.call(readTeam, ofTeam(seededTeam, managing))).status, 403);
    const org = await last({ org: seededOrg });
    assert.match(org, /^mk_/);
    const { body } = await service.call(listApiKeys, ofTeam(id, org));
    assert.deepEqual(
      body.api_keys.map(({ name }) => name),
      ['made on the command line'],
    );
  });

  it('are listed with their last characters, and revoked by id', async () => {
    const { db } = service.deps;
    const { id } = await newTeam(service);
    const key = (await makeKey(db, { team: [id], name: 'production' })).at(-1)!;
    await makeKey(db, { team: [id], management: true, name: 'agency' });
    const lines = await listKeys(db, { team: [id] });
    assert.deepEqual(
      lines.map((line) => line.split(/ {2,}/).slice(1, 3).join(' ')).map((text) => text.slice(0, -4)),
      ['API key sk_…', 'some teams tmk_…'],
    );
    assert.ok(lines[0]?.endsWith('production') && !lines.join().includes(key));
    assert.deepEqual(await revokeKey(db, lines[0]?.split(' ')[0]), ['production is revoked.']);
    assert.equal((await service.call(listUsers, { apiKey: key })).status, 401);
    assert.equal((await listKeys(db, { team: [id] })).length, 1);
    const [seeded] = await listKeys(db, { org: seededOrg });
    assert.match((await revokeKey(db, seeded?.split(' ')[0])).join(' '), /back at the next start/);
    await seed(db, new Date(), sandboxKeys);
    assert.ok((await listKeys(db, { org: seededOrg })).some((line) => line.endsWith('from the settings')));
  });

  it('expire at their end, and are rotated', async () => {
    const { db, clock } = service.deps;
    const { id } = await newTeam(service);
    const status = async (apiKey = '') => (await service.call(listUsers, { apiKey })).status;
    const [said, key] = await makeKey(db, { team: [id], name: 'server', expires: '90d' });
    assert.match(said ?? '', /, until \d{4}-\d\d-\d\dT/);
    const own = async () => (await listKeys(db, { team: [id] })).filter((line) => line.endsWith('server'));
    const day = (days: number) =>
      new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const [line = ''] = await own();
    assert.ok(line.includes(`until ${day(90)}`) && line.includes('never used'), line);
    const [keyId = ''] = line.split(' ');
    const rotated = await replaceKey(db, keyId, { overlap: '3600' });
    assert.match(rotated.join(' '), /server has a new key, until .* The old one goes on until /);
    assert.deepEqual([await status(key), await status(rotated.at(-1))], [200, 200]);
    await service.call(advanceClock, { body: { advance_seconds: 3601 } });
    assert.deepEqual([await status(key), await status(rotated.at(-1))], [401, 200]);
    const lines = await own();
    assert.match(lines.find((each) => each.startsWith(keyId)) ?? '', /expired \d{4}/);
    const next = lines.find((each) => !each.startsWith(keyId))?.split(' ')[0];
    const ended = await replaceKey(db, next, { overlap: '0', expires: 'never' });
    assert.match(ended.join(' '), /server has a new key\. The old one has ended\./);
    // As after a second, because the command line is a process of its own.
    forgetKeys(db);
    assert.deepEqual([await status(rotated.at(-1)), await status(ended.at(-1))], [401, 200]);
    await assert.rejects(replaceKey(db, next, {}), { message: /rotated already/ });
    const seeded = (await listKeys(db, { org: seededOrg })).find((each) =>
      each.endsWith('from the settings'),
    );
    await assert.rejects(replaceKey(db, seeded?.split(' ')[0], {}), { message: /change SVC_API_KEY or/ });
  });

  it('say since when what they name is gone, and else where to look', async () => {
    const { db } = service.deps;
    const { id } = await newTeam(service);
    await makeKey(db, { team: [id], name: 'server' });
    const [line = ''] = await listKeys(db, { team: [id] });
    const [key = ''] = line.split(' ');
    await revokeKey(db, key);
    await service.call(deleteTeam, ofTeam(id));
    const gone = (what: string) => ({
      message: new RegExp(
        `^the ${what} was deleted on \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z: the audit log says by whom$`,
      ),
    });
    await assert.rejects(listKeys(db, { team: [id] }), gone(`team ${id}`));
    await assert.rejects(switchFlag(db, 'enable', id, 'bulk_import'), gone(`team ${id}`));
    await assert.rejects(revokeKey(db, key), gone(`key ${key}`));
    await assert.rejects(replaceKey(db, key, {}), gone(`key ${key}`));
    const nobody = randomUUID();
    for (const [work, message] of [
      [listKeys(db, { team: [nobody] }), `there is no team ${nobody}: see teams list`],
      [listKeys(db, { org: nobody }), `there is no organization ${nobody}: see orgs list`],
      [revokeKey(db, nobody), `there is no key ${nobody}: see keys list`],
    ] as const)
      await assert.rejects(work, { message });
  });

  it('report mistakes in a command', async () => {
    const { db } = service.deps;
    const nobody = randomUUID();
    const { teamId } = await newOrg(service);
    for (const [work, message] of [
      [makeKey(db, {}), /either --team ID or --org ID/],
      [makeKey(db, { team: [seededTeam], org: seededOrg }), /either --team ID or --org ID/],
      [makeKey(db, { team: [seededTeam, teamId] }), /of one team/],
      [
        makeKey(db, { team: [seededTeam, teamId], management: true }),
        /management_key makes one that manages/,
      ],
      [makeKey(db, { team: [nobody] }), /no team/],
      [makeKey(db, { org: 'nonsense' }), /no organization nonsense/],
      [listKeys(db, {}), /either --team ID or --org ID/],
      [makeKey(db, { team: [seededTeam], expires: '2020-01-01' }), /a day to come/],
      [makeKey(db, { team: [seededTeam], expires: 'soon' }), /a day to come/],
      [makeKey(db, { team: [seededTeam], expires: '0d' }), /a day to come/],
      [replaceKey(db, undefined, {}), /id of a key/],
      [replaceKey(db, nobody, {}), /no key/],
      [replaceKey(db, nobody, { overlap: '604801' }), /from 0 to 604800/],
      [revokeKey(db, undefined), /id of a key/],
      [revokeKey(db, nobody), /no key/],
      [
        switchFlag(db, 'disable', seededTeam, 'everything'),
        /teams disable takes a team and one of bulk_import/,
      ],
      [switchFlag(db, 'enable', nobody, 'bulk_import'), /no team/],
    ] as const)
      await assert.rejects(work, { name: 'Error', message });
  });
});

describe('organizations on the command line', () => {
  it('are created, listed and renamed, and get keys of their own', async () => {
    const { db } = service.deps;
    const id = (await makeOrg(db, ' Northwind Health ')).at(-1)!;
    const key = (await makeKey(db, { org: id })).at(-1)!;
    const params = { org_id: id };
    const made = await service.call(createTeam, {
      params,
      headers: { 'x-management-key': key },
      body: { name: 'First', region: 'eu' },
    });
    assert.equal(made.status, 200, JSON.stringify(made.detail));
    const line = async () => (await listOrgs(db)).find((each) => each.startsWith(id));
    assert.match((await line()) ?? '', / {2}\d{4}-\d\d-\d\d {2}1 team {2}Northwind Health$/);
    assert.deepEqual(await renameOrg(db, id, 'Southwind'), [`The organization ${id} is Southwind.`]);
    assert.match((await line()) ?? '', / {2}1 team {2}Southwind$/);
    await db.updateTable('team').set({ deleted_on: new Date() }).where('org_id', '=', id).execute();
    assert.match((await line()) ?? '', / {2}0 teams {2}Southwind$/);
  });

  it('have a name of only one line', async () => {
    const { db } = service.deps;
    const before = await listOrgs(db);
    for (const name of [undefined, '', '   ', 'a\nb', 'x'.repeat(101)])
      for (const work of [makeOrg(db, name), renameOrg(db, seededOrg, name)])
        await assert.rejects(work, { name: 'Error', message: /--name NAME: one line of at most 100/ });
    await assert.rejects(renameOrg(db, undefined, 'x'), { message: /takes the id of an organization/ });
    for (const id of ['x', randomUUID()])
      await assert.rejects(renameOrg(db, id, 'x'), {
        message: `there is no organization ${id}: see orgs list`,
      });
    assert.deepEqual(await listOrgs(db), before);
  });
});

describe('teams on the command line', () => {
  it('are listed with their switches, which are turned on one by one', async () => {
    const { db } = service.deps;
    const { id } = await newTeam(service, { name: 'Switched' });
    const line = async () => (await listTeams(db)).find((each) => each.startsWith(id));
    assert.match((await line()) ?? '', /eu {2}Switched {2}management$/);
    for (let twice = 0; twice < 2; twice++)
      assert.deepEqual(await switchFlag(db, 'enable', id, 'bulk_import'), [`bulk_import is on for ${id}.`]);
    assert.match((await line()) ?? '', /management bulk_import$/);
    await switchFlag(db, 'disable', id, 'management');
    await switchFlag(db, 'disable', id, 'bulk_import');
    assert.match((await line()) ?? '', /nothing on$/);
  });
});
