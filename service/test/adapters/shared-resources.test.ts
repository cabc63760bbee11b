// A person does not share all resources at OAuth providers, fictional and
// real: the service asks for fewer scopes and reads only the chosen resources.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { oura } from '../../src/adapters/oura.js';
import type { OauthAdapter } from '../../src/grants/index.js';
import { providers, type RealProviderSettings } from '../../src/providers/index.js';
import {
  askOauth,
  Browser,
  connectionOf,
  consent,
  newLink,
  oauthUrl,
  type OauthService,
  ours,
  sessionRow,
  startOauthService,
} from '../support/oauth-service.js';
import { rows } from './matrix/rows.js';
import { connected, type MatrixScene, startMatrixScene } from './matrix/scene.js';

/** The scopes that people turn off on the provider's own page. */
const unticked = new Set<string>();
const real = new Map<string, RealProviderSettings>();
let service: OauthService;
let scene: MatrixScene;
beforeAll(async () => {
  const fictional = new Set(providers.flatMap(({ slug, adapter }) => (adapter ? [] : slug)));
  service = await startOauthService({ fictional, real });
  const row = rows.find(({ slug }) => slug === 'oura') ?? assert.fail();
  const callback = (scopes: readonly string[]) => ({
    scope: scopes.filter((scope) => !unticked.has(scope)).join(' '),
  });
  // People sign in on Oura's own page.
  scene = await startMatrixScene(
    service,
    real,
    { ...row, profile: { ...row.profile, callback } },
    oura as OauthAdapter,
  );
});
afterAll(async () => {
  await scene.close();
  await service.close();
});

const choosing = (...resources: string[]) =>
  `?display=window&resources=${resources.join(',')}&text_version=1&language=en`;
/** The scopes in the provider's authorization address. */
async function scopesAsked(url: string): Promise<string | null> {
  const { location } = await new Browser().step(url, undefined, ours);
  return new URL(String(location)).searchParams.get('scope');
}

describe('at a fictional provider', () => {
  it('asks for the scopes of what was chosen', async () => {
    const link = await newLink(service);
    const all = await scopesAsked(await oauthUrl(service, link, 'aurora_ring'));
    assert.equal(all, 'profile.read sleep.read activity.read heartrate.read body_temperature.read');
    const query = choosing('profile', 'sleep', 'activity');
    const some = await scopesAsked(await oauthUrl(service, link, 'aurora_ring', query));
    assert.equal(some, 'profile.read sleep.read activity.read');
  });

  it('is connected with them', async () => {
    const link = await newLink(service);
    const query = choosing('profile', 'sleep', 'activity');
    await consent(service, new Browser(), await oauthUrl(service, link, 'aurora_ring', query), 'allow');
    const connection = await connectionOf(service, link);
    assert.deepEqual(connection?.scopes_granted, ['profile.read', 'sleep.read', 'activity.read']);
    assert.deepEqual(connection.scopes_denied, []);
    assert.deepEqual(connection.consent?.resources, ['profile', 'sleep', 'activity']);
  });

  it('is renewed with them if nothing is said, and asks for no more', async () => {
    const browser = new Browser();
    const first = await newLink(service);
    const query = choosing('profile', 'sleep', 'activity');
    await consent(service, browser, await oauthUrl(service, first, 'aurora_ring', query), 'allow');
    const before = (await connectionOf(service, first)) ?? assert.fail();
    const link = await newLink(service, { reconnect: 'aurora_ring' }, { userId: first.userId });
    const asked = await scopesAsked(await oauthUrl(service, link, 'aurora_ring'));
    assert.equal(asked, 'profile.read sleep.read activity.read');
    await consent(service, browser, await oauthUrl(service, link, 'aurora_ring'), 'allow');
    const after = (await connectionOf(service, first)) ?? assert.fail();
    assert.deepEqual([after.id, after.consent, after.scopes_denied], [before.id, before.consent, []]);
    assert.notDeepEqual(after.credentials, before.credentials);
  });

  it('refuses a choice without what is required, and half a consent', async () => {
    const link = await newLink(service);
    for (const query of [choosing('profile', 'activity'), '?resources=profile', '?language=en'])
      assert.equal((await askOauth(service, link, 'aurora_ring', query)).status, 422, query);
  });

  it('misses what the team cannot do without, if the person denies it there', async () => {
    const link = await newLink(service, { required_resources: ['activity'] });
    const browser = new Browser();
    const page = await browser.depart(await oauthUrl(service, link, 'aurora_ring'), service);
    const decided = await browser.press(page, 'allow', { granted: 'heartrate.read' });
    await browser.visit(String(decided.location), service);
    assert.equal(await connectionOf(service, link), undefined);
  });

  it('is told the choice by the form of a page without a second window', async () => {
    const link = await newLink(service);
    const form = new URLSearchParams({
      ...{ link_token: link.token, provider: 'aurora_ring', resources: 'profile,sleep' },
      ...{ text_version: '1', language: 'ar' },
    });
    await new Browser().step(`${service.url}/link/`, form);
    const { consent: stored } = await sessionRow(service, link);
    assert.deepEqual([stored?.resources, stored?.language], [['profile', 'sleep'], 'ar']);
  });
});

describe('at a real provider', () => {
  it('asks for fewer scopes, and reads and stores only what was chosen', async () => {
    const link = await newLink(service, { provider: 'oura' });
    const query = choosing('profile', 'sleep', 'heartrate');
    assert.equal(await scopesAsked(await oauthUrl(service, link, 'oura', query)), 'daily personal heartrate');
    const came = await scene.send(link, '4711', query);
    assert.equal(came['state'], 'success', service.logged().slice(-2000));
    const { id } = await connected(service, link);
    await scene.fetchAll(id);
    const paths = new Set(scene.simulator.requests.map(({ url }) => url));
    assert.ok([...paths].some((url) => url.includes('sleep')));
    assert.ok(![...paths].some((url) => url.includes('workout')), [...paths].join());
    const resources = new Set((await scene.stored(id)).map((row) => (row as [string])[0]));
    assert.deepEqual([...resources].toSorted(), ['heartrate', 'profile', 'sleep']);
  });

  it('is connected without the profile, whether that is left out here or unticked there', async () => {
    unticked.add('personal');
    const links = [
      await newLink(service, { provider: 'oura' }),
      await newLink(service, { provider: 'oura' }),
    ];
    try {
      for (const [at, query] of [undefined, choosing('sleep')].entries()) {
        const came = await scene.send(links[at]!, `472${at}`, query);
        assert.equal(came['state'], 'success', JSON.stringify(came));
      }
    } finally {
      unticked.clear();
    }
    for (const [at, link] of links.entries()) {
      const { id, provider_account, scopes_granted } = await connected(service, link);
      assert.equal(provider_account, `472${at}`);
      assert.ok(!scopes_granted.includes('personal'));
      await scene.fetchAll(id);
      const resources = new Set((await scene.stored(id)).map((row) => (row as [string])[0]));
      assert.deepEqual([resources.has('sleep'), resources.has('profile')], [true, false]);
    }
  });

  it('keeps what came before of what is left out at another link, and reads no more of it', async () => {
    const link = await newLink(service, { provider: 'oura' });
    await scene.send(link, '4712', choosing('profile', 'sleep', 'activity'));
    const { id } = await connected(service, link);
    await scene.fetchAll(id);
    const of = async (resource: string) =>
      (await scene.stored(id)).filter((row) => (row as [string])[0] === resource);
    const before = await of('activity');
    assert.ok(before.length > 0);
    const again = await newLink(service, { provider: 'oura' }, { userId: link.userId });
    await scene.send(again, '4712', choosing('profile', 'sleep'));
    assert.equal((await connected(service, again)).id, id);
    const asked = scene.simulator.requests.length;
    await scene.fetchAll(id);
    assert.deepEqual(await of('activity'), before);
    const later = scene.simulator.requests.slice(asked).map(({ url }) => url);
    assert.ok(later.length > 0 && !later.some((url) => url.includes('activity')), later.join());
    const pulls = await service.deps.db
      .selectFrom('historical_pull')
      .select('resource')
      .where('connection_id', '=', id)
      .orderBy('resource')
      .execute();
    assert.deepEqual(
      pulls.map(({ resource }) => resource),
      ['profile', 'sleep'],
    );
    // After the person ticks it again, its past is read again.
    const third = await newLink(service, { provider: 'oura' }, { userId: link.userId });
    await scene.send(third, '4712', choosing('profile', 'sleep', 'activity'));
    await scene.fetchAll(id);
    assert.ok(scene.simulator.requests.slice(asked).some(({ url }) => url.includes('activity')));
  });

  it('keeps what came before of what is unticked at the provider, and reads it with its past once it is allowed', async () => {
    const of = async (id: string) =>
      (await scene.stored(id)).filter((row) => (row as [string])[0] === 'workouts');
    const pulled = async (id: string) =>
      service.deps.db
        .selectFrom('historical_pull')
        .select('status')
        .where('connection_id', '=', id)
        .where('resource', '=', 'workouts')
        .execute();
    const link = await newLink(service, { provider: 'oura' });
    await scene.send(link, '4714');
    const { id } = await connected(service, link);
    await scene.fetchAll(id);
    const before = await of(id);
    assert.ok(before.length > 0);
    const sendAgain = async () => {
      const again = await newLink(service, { provider: 'oura' }, { userId: link.userId });
      assert.equal((await scene.send(again, '4714'))['state'], 'success');
      assert.equal((await connected(service, again)).id, id);
    };
    unticked.add('workout');
    try {
      await sendAgain();
    } finally {
      unticked.clear();
    }
    assert.deepEqual(await pulled(id), []);
    await scene.fetchAll(id);
    assert.deepEqual(await of(id), before);
    await sendAgain();
    assert.deepEqual(await pulled(id), [{ status: 'scheduled' }]);
    await scene.fetchAll(id);
    assert.deepEqual(await pulled(id), [{ status: 'success' }]);
    assert.deepEqual(await of(id), before);
  });

  it('keeps them too where an earlier version has left their pulls', async () => {
    const link = await newLink(service, { provider: 'oura' });
    await scene.send(link, '4715');
    const { id, scopes_granted } = await connected(service, link);
    await scene.fetchAll(id);
    const before = await scene.stored(id);
    const { db } = service.deps;
    const fewer = JSON.stringify(scopes_granted.filter((scope) => scope !== 'workout'));
    await db.updateTable('connection').set({ scopes_granted: fewer }).where('id', '=', id).execute();
    const pull = db.updateTable('historical_pull').where('connection_id', '=', id);
    await scene.fetchAll(id);
    assert.deepEqual(await scene.stored(id), before);
    // Its unfinished past is not read either.
    await pull
      .where('resource', '=', 'workouts')
      .set({ status: 'scheduled', ended_on: null, pulled_from: null, next_attempt_at: new Date() })
      .execute();
    await scene.fetchAll(id);
    assert.deepEqual(await scene.stored(id), before);
  });

  it('keeps to what was agreed to where another link of the account says nothing', async () => {
    const link = await newLink(service, { provider: 'oura' });
    await scene.send(link, '4713', choosing('profile', 'sleep'));
    const before = await connected(service, link);
    const again = await newLink(service, { provider: 'oura' }, { userId: link.userId });
    assert.equal((await scene.send(again, '4713'))['state'], 'success');
    const after = await connected(service, again);
    assert.deepEqual([after.id, after.consent], [before.id, before.consent]);
    assert.deepEqual((await sessionRow(service, again)).consent, before.consent);
    const pulls = await service.deps.db
      .selectFrom('historical_pull')
      .select('resource')
      .where('connection_id', '=', after.id)
      .orderBy('resource')
      .execute();
    assert.deepEqual(
      pulls.map(({ resource }) => resource),
      ['profile', 'sleep'],
    );
  });
});
