// How often a sign-in may be refused, with one link token and for one account.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { completeMfa, startOauth } from 'svc-link/contract';
import { createApp } from '../../src/server/app.js';
import { readSettings } from '../../src/server/settings.js';
import { accountSeconds, mostOfToken, realAccount } from '../../src/link/sign-in-tries.js';
import { sweep } from '../../src/server/sweeps.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

/** The limit for one user name at a provider, if the settings do not change it. */
const mostOfAccount = 10;

let service: TestService;
let made = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const newName = (what = 'ok'): string => `${what}@account-${(made += 1)}.example`;
type Tried = Awaited<ReturnType<TestService['signIn']>>;
const wrong = (link: StartedLink, username: string, more: { provider?: string } = {}) =>
  service.signIn(link, username, { password: 'bad', ...more });

function assertRefused({ status, body }: Tried): void {
  assert.equal(status, 200);
  assert.equal(body.error_type, 'provider_credential_error');
}

/** Asserts a 429, and returns the seconds to wait. */
function assertTooMany({ status, headers, detail }: Pick<Tried, 'status' | 'headers' | 'detail'>): number {
  assert.equal(status, 429);
  assert.equal((detail as { error_type: string }).error_type, 'rate_limited');
  const seconds = Number(headers.get('retry-after'));
  assert.ok(Number.isInteger(seconds) && seconds > 0, String(seconds));
  return seconds;
}

const rowOf = ({ sessionId }: StartedLink) =>
  service.deps.db
    .selectFrom('link_session')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();

describe('refused sign-ins of one account', () => {
  it('are limited to ten in fifteen minutes over all tokens of a team; then 429 until the first is old', async () => {
    const name = newName();
    const links = [await service.newLink(), await service.newLink()];
    for (let n = 0; n < mostOfAccount; n++) assertRefused(await wrong(links[n % 2]!, name));
    const other = await service.newLink();
    const before = await rowOf(other);
    const seconds = assertTooMany(await service.signIn(other, name));
    assert.ok(seconds > accountSeconds - 60 && seconds <= accountSeconds, String(seconds));
    // No try has begun, and no earlier one has ended.
    assert.deepEqual(await rowOf(other), before);

    // In any spelling that the provider accepts.
    const [local = '', domain = ''] = name.split('@');
    for (const written of [
      ` ${name.toUpperCase()} `,
      `${local} @${domain}`,
      `${local}@\t${domain}`,
      `${local}\u{ff20}${domain}`,
    ])
      assertTooMany(await service.signIn(other, written));
    assertRefused(await wrong(other, newName()));
    assertRefused(await wrong(other, name, { provider: 'ridge_treadmill' }));
    const team = await service.newTeam();
    assertRefused(await wrong(await service.newLink({}, team.apiKey), name));

    await service.clock.advance(seconds + 1);
    assert.equal((await service.signIn(other, name)).body.state, 'success');
  });

  it('have the same limit if they come at the same time', async () => {
    const name = newName();
    const links = await Promise.all(Array.from({ length: 25 }, () => service.newLink()));
    const answers = await Promise.all(links.map((link) => wrong(link, name)));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, mostOfAccount);
    assert.equal(statuses.filter((status) => status === 429).length, 15);
  });

  it('have the limit of the settings, or none', async () => {
    const statuses = async (refusedSignIns: number) => {
      const app = createApp({ ...service.deps, refusedSignIns });
      const name = newName();
      const link = await service.newLink();
      const answers: number[] = [];
      for (let n = 0; n <= mostOfAccount + 1; n++)
        answers.push(
          (
            await app.request('/v2/link/provider/password/quartz_scale', {
              method: 'POST',
              headers: { 'x-svc-link-token': link.token },
              body: JSON.stringify({ username: name, password: 'wrong' }),
            })
          ).status,
        );
      return answers.filter((status) => status === 200).length;
    };
    assert.equal(await statuses(2), 2);
    assert.equal(await statuses(0), mostOfAccount + 2);
    const set = (REFUSED_SIGN_INS: string) => readSettings({ REFUSED_SIGN_INS }).refusedSignIns;
    assert.deepEqual([set(''), set('0'), set('7')], [10, 0, 7]);
    assert.throws(() => set('many'), /REFUSED_SIGN_INS/);
  });

  it('are shared by all processes', async () => {
    const name = newName();
    const link = await service.newLink();
    for (let n = 0; n < mostOfAccount; n++) await wrong(link, name);
    const { status } = await createApp({ ...service.deps }).request(
      '/v2/link/provider/password/quartz_scale',
      {
        method: 'POST',
        headers: { 'x-svc-link-token': link.token },
        body: JSON.stringify({ username: name, password: 'good' }),
      },
    );
    assert.equal(status, 429);
  });

  it('are stored without the user name, and deleted once they are old', async () => {
    const name = newName();
    await wrong(await service.newLink(), name);
    const rows = () => service.deps.db.selectFrom('sign_in_try').selectAll().execute();
    assert.ok((await rows()).length > 0);
    assert.ok(!JSON.stringify(await rows()).includes(name.split('@')[1]!));
    await sweep(service.deps.db, new Date(service.clock.now().getTime() + (realAccount.seconds + 1) * 1000));
    assert.deepEqual(await rows(), []);
  });
});

describe('refused sign-ins with one link token', () => {
  it('are limited to thirty, then 429 for as long as it lives', async () => {
    const link = await service.newLink();
    for (let n = 0; n < mostOfToken; n++) assertRefused(await wrong(link, newName()));
    const before = await rowOf(link);
    const seconds = assertTooMany(await service.signIn(link, newName()));
    const left = (before.expires_at.getTime() - service.clock.now().getTime()) / 1000;
    assert.ok(Math.abs(seconds - left) < 5, `${seconds} of ${left}`);
    assert.deepEqual(await rowOf(link), before);
    assertRefused(await wrong(await service.newLink(), newName()));
  });
});

describe('a try that is not refused', () => {
  it('does not count', async () => {
    const link = await service.newLink();
    service.allowed.add('moon_phase');
    await service.deps.db.deleteFrom('sign_in_try').execute();
    for (const what of ['sms', 'error-provider_api_error', 'error-moon_phase', 'status-503', 'garbage'])
      for (let n = 0; n <= mostOfAccount / 2; n++)
        await service.signIn(link, `${what}@same.example`).catch(() => undefined);
    assert.equal((await rowOf(link)).refused_sign_ins, 0);
    const kept = await service.deps.db.selectFrom('sign_in_try').select('times').execute();
    assert.deepEqual(
      kept.flatMap(({ times }) => times),
      [],
    );
    const answer = await service.signIn(link, 'ok@same.example');
    assert.equal(answer.body.state, 'success');
  });
});

describe('wrong codes', () => {
  const send = (link: StartedLink, mfa_code: string) =>
    service.call(completeMfa, {
      params: { provider: 'quartz_scale' },
      token: link.token,
      body: { mfa_code },
    });

  it('count as refused sign-ins, however often a person signs in again', async () => {
    const name = newName('sms');
    const link = await service.newLink();
    let codes = 0;
    // Four at a time, because the fifth would end the challenge.
    for (; codes < mostOfAccount; codes++) {
      if (codes % 4 === 0)
        assert.equal((await service.signIn(link, name)).body.state, 'pending_provider_mfa');
      assert.equal((await send(link, '000000')).body.error_type, 'incorrect_mfa_code');
    }
    assertTooMany(await send(link, '123456'));
    assertTooMany(await service.signIn(link, name));
    assert.equal((await rowOf(link)).state, 'pending_provider_mfa');
  });

  it('count over all links of the team, also if many come at the same time', async () => {
    const name = newName('sms');
    const links = await Promise.all(Array.from({ length: 4 }, () => service.newLink()));
    for (const link of links) await service.signIn(link, name);
    const answers = await Promise.all(links.flatMap((link) => [1, 2, 3, 4].map(() => send(link, '000000'))));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, mostOfAccount);
    assert.equal(statuses.filter((status) => status === 429).length, 16 - mostOfAccount);
    for (const link of links) assertTooMany(await send(link, '123456'));
    assertTooMany(await service.signIn(await service.newLink(), name));
  });

  it('do not block the right code', async () => {
    const name = newName('sms');
    const link = await service.newLink();
    await service.signIn(link, name);
    for (let n = 0; n < 4; n++) await send(link, '000000');
    assert.equal((await send(link, '123456')).body.state, 'success');
    assert.equal((await rowOf(link)).refused_sign_ins, 4);
  });
});

describe('tries with one link token', () => {
  it('are limited to a hundred, so that the rows that they store are limited', async () => {
    const link = await service.newLink();
    const begin = () => service.call(startOauth, { params: { provider: 'aurora_ring' }, token: link.token });
    for (let n = 0; n < 100; n++) assert.equal((await begin()).status, 200);
    assertTooMany((await begin()) as never);
    assertTooMany(await service.signIn(link, newName()));
    const { steps } = await service.deps.db
      .selectFrom('link_step')
      .select(({ fn }) => fn.countAll<string>().as('steps'))
      .where('session_id', '=', link.sessionId)
      .executeTakeFirstOrThrow();
    assert.equal(Number(steps), 101);
    assert.equal((await rowOf(link)).refused_sign_ins, 0);
  });
});
