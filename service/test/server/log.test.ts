import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  completeMfa,
  createUser,
  linkWithPassword,
  listUsers,
  listTeams,
  readTeam,
  startLink,
  startOauth,
} from 'svc-link/contract';
import { DatabaseAway } from '../../src/db/away.js';
import { createLog } from '../../src/server/log.js';
import { seededOrg } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

const asManager = { 'x-management-key': sandboxKeys.managementKey };

describe('the log', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('never contains a password, code, key, token or ticket', async () => {
    const password = `good-${randomBytes(12).toString('hex')}`;
    const code = randomBytes(12).toString('hex');
    const name = randomBytes(12).toString('hex');
    const link = await service.newLink();
    const provider = 'quartz_scale';

    for (const username of [
      'ok@x.y',
      'sms@x.y',
      'garbage@x.y',
      'status-500@x.y',
      'error-odd@x.y',
      `${name}@x.y`,
    ]) {
      const each = await service.newLink();
      await service.app.request(`/v2/link/provider/password/${provider}`, {
        method: 'POST',
        headers: { 'x-svc-link-token': each.token },
        body: JSON.stringify({ username, password }),
      });
    }
    await service.signIn(link, 'sms@x.y', { password });
    await service.call(completeMfa, { params: { provider }, token: link.token, body: { mfa_code: code } });
    await service.call(linkWithPassword, {
      params: { provider },
      token: link.token,
      body: { username: name, password, region: 7 } as never,
    });
    await service.app.request(`/v2/link/provider/password/${provider}`, {
      method: 'POST',
      headers: { 'x-svc-link-token': link.token },
      body: `{"password": "${password}"`,
    });
    const oauth = await service.call(startOauth, { params: { provider: 'aurora_ring' }, token: link.token });
    const ticket = new URL(oauth.body.oauth_url).pathname.split('/').at(-1) ?? '';
    await service.app.request(new URL(oauth.body.oauth_url).pathname);
    await service.app.request(`/${code}?token=${link.token}`);
    // A database error quotes its input.
    await service.deps.db
      .deleteFrom('link_session')
      .execute()
      .catch((err: unknown) => service.deps.log.error({ err }));
    await service.deps.db
      .insertInto('org')
      .values({ id: password, name: code, created_on: new Date() })
      .execute()
      .catch((err: unknown) => service.deps.log.error({ err }, 'failed'));
    await service.call(createUser, { apiKey: `sk_${code}`, body: { client_user_id: name } });

    const logged = service.logged();
    assert.match(logged, /"route":"\/v2\/link\/provider\/password\/:provider"/);
    assert.match(logged, /"sqlState":"22P02"/);
    for (const secret of [password, code, name, link.token, ticket, sandboxKeys.apiKey]) {
      assert.ok(secret.length > 8);
      assert.ok(!logged.includes(secret), `the log holds ${secret}`);
    }
  });

  it('names the team and the key’s id in every line of a request, and never the key', async () => {
    const team = await service.newTeam();
    const before = service.logged().length;
    const link = await service.newToken({}, team.apiKey);
    await service.call(startLink, { body: { link_token: link.token } });
    await service.call(listTeams, { params: { org_id: seededOrg }, headers: asManager });
    await service.call(readTeam, { params: { org_id: seededOrg, team_id: team.id }, headers: asManager });
    await service.call(listUsers, { apiKey: 'sk_of_nobody' });
    // A failed request has one line for the error, besides the last one.
    service.deps.db.executeQuery = () => assert.fail('the database is gone');
    await service.call(listUsers, { apiKey: team.apiKey });
    Reflect.deleteProperty(service.deps.db, 'executeQuery');

    const logged = service.logged().slice(before);
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const of = (route: string) => lines.filter((line) => line['route'] === route);
    const { id: keyId } = await service.deps.db
      .selectFrom('api_key')
      .select('id')
      .where('team_id', '=', team.id)
      .executeTakeFirstOrThrow();
    for (const route of ['/v2/user', '/v2/link/token'])
      assert.deepEqual([of(route)[0]?.['team_id'], of(route)[0]?.['key_id']], [team.id, keyId], route);
    const [started] = of('/v2/link/start');
    assert.deepEqual([started?.['team_id'], started?.['key_id']], [team.id, undefined]);
    const [org] = of('/v1/org/:org_id/team');
    assert.match(String(org?.['key_id']), /^[0-9a-f-]{36}$/);
    assert.equal(org?.['team_id'], undefined);
    const [managed] = of('/v1/org/:org_id/team/:team_id');
    assert.deepEqual([managed?.['team_id'], managed?.['key_id']], [team.id, org?.['key_id']]);
    const [strange] = lines.filter((line) => line['status'] === 401);
    assert.deepEqual([strange?.['team_id'], strange?.['key_id']], [undefined, undefined]);
    const failed = lines.filter((line) => line['status'] === 500 || line['msg'] === 'request failed');
    assert.equal(failed.length, 2);
    for (const name of ['request_id', 'method', 'route'])
      assert.equal(failed[0]?.[name], failed[1]?.[name], name);
    for (const secret of [team.apiKey, sandboxKeys.managementKey, link.token, 'sk_of_nobody'])
      assert.ok(!logged.includes(secret), secret);
  });

  it('tells what failed in the service', () => {
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => void lines.push(line) });
    log.error({ err: new TypeError('no such thing') }, 'failed');
    log.error({ err: 'text' }, 'failed');
    try {
      JSON.parse('good-password');
    } catch (err) {
      log.error({ err }, 'failed');
    }
    assert.match(lines[0] ?? '', /"type":"TypeError","message":"no such thing","frames":\["at /);
    assert.match(lines[1] ?? '', /"type":"string"/);
    assert.match(lines[2] ?? '', /"type":"SyntaxError","frames"/);
    assert.ok(!lines.join('').includes('good'));
  });

  it('says in words what the database server is short of, and never what a statement was about', () => {
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => void lines.push(line) });
    const ofDatabase = (code: string, message: string) => Object.assign(new Error(message), { code });
    log.error(
      { err: ofDatabase('53100', 'could not extend file "base/1": No space left on device') },
      'failed',
    );
    log.error({ err: new DatabaseAway(ofDatabase('28P01', 'password authentication failed')) }, 'failed');
    log.error(
      { err: ofDatabase('22P02', 'invalid input syntax for type uuid: "ada@example.com"') },
      'failed',
    );
    log.error({ err: ofDatabase('23505', 'a key exists: ada@example.com') }, 'failed');
    assert.match(
      lines[0] ?? '',
      /"sqlState":"53100","message":"could not extend file .* No space left on device"/,
    );
    assert.match(lines[1] ?? '', /"sqlState":"28P01","message":"the database does not answer: password auth/);
    assert.match(lines[2] ?? '', /"sqlState":"22P02","frames"/);
    assert.ok(!lines.join('').includes('ada@example.com'));
  });
});
