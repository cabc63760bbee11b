// Providers with passwords through the whole service, set up only by its settings: a person links, the past
// comes, sessions are renewed, and a connection whose session has ended for good is repaired by linking again.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { disconnectProvider, listUserConnections, readProviderHealth } from 'svc-link/contract';
import { mostOfToken } from '../../src/link/sign-in-tries.js';
import { sandboxKeys } from '../../src/server/server.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { dayOf } from '../../src/work/index.js';
import { withKey } from '../support/management-scene.js';
import type { StartedLink } from '../support/test-service.js';
import { playPasswordProvider, type PasswordScene } from './password-scene.js';
import { createEightSleepSimulator } from './simulators/eight-sleep.js';
import { createLibrelinkupSimulator } from './simulators/librelinkup.js';
import type { People, Person } from './simulators/people.js';

const until = dayOf(new Date());
const password = 'the password of Ada';

interface Played {
  readonly people: Pick<People<Person>, 'entries' | 'endSessions'>;
  readonly app: { fetch(request: Request): Response | Promise<Response> };
  readonly settings: (address: string) => object;
  /** Adds a person with the password. Returns their account and the name that they type. */
  add(name: string): { readonly person: Person; readonly account: string; readonly named: string };
}

function playLibrelinkup(): Played {
  const simulator = createLibrelinkupSimulator({ until, days: 5 });
  return {
    people: simulator.people,
    app: simulator.app,
    settings: (address) => ({
      client_id: 'llu.test',
      client_version: '4.16.0',
      urls: { api: `${address}/{region}` },
    }),
    add(name) {
      const follower = { id: name, password, region: 'de', follows: [name], mustAccept: false };
      const person = simulator.people.add(`${name}@example.com`, follower);
      return { person, account: name, named: `${name}/${name}` };
    },
  };
}

function playEightSleep(): Played {
  const simulator = createEightSleepSimulator({ until, days: 20 });
  return {
    people: simulator.people,
    app: simulator.app,
    settings: (address) => ({
      client_id: simulator.clientId,
      client_secret: simulator.clientSecret,
      urls: { token: `${address}/auth/tokens`, api: `${address}/client` },
    }),
    add(name) {
      const person = simulator.people.add(`${name}@example.com`, { id: name, password });
      return { person, account: name, named: name };
    },
  };
}

const rows = [
  {
    slug: 'librelinkup',
    play: playLibrelinkup,
    region: 'eu',
    // One sign-in at the chosen region, and one at the region that its answer names.
    entriesOfLink: 2,
    keepsPassword: false,
    resources: ['glucose'],
    fewestDays: 1,
  },
  {
    slug: 'eight_sleep',
    play: playEightSleep,
    region: undefined,
    entriesOfLink: 1,
    keepsPassword: true,
    resources: ['heartrate', 'sleep'],
    fewestDays: 10,
  },
] as const;

describe.each(rows)(
  '$slug',
  ({ slug, play, region, entriesOfLink, keepsPassword, resources, fewestDays }) => {
    const played = play();
    let scene: PasswordScene;
    let link: StartedLink;
    const ada = played.add('ada');
    const entries = (): number => played.people.entries.get(ada.account) ?? 0;
    const linkAda = (to: StartedLink, typed: string = ada.person.password) =>
      scene.signIn(to, 'ada@example.com', typed, region);
    const newLink = (userId?: string) =>
      scene.service.newLink({ provider: slug, ...(userId && { user_id: userId }) });

    /** The person changes the password, and the provider ends their sessions. */
    const breakIt = async (): Promise<void> => {
      const before = (await scene.connectionOf(link)) ?? assert.fail();
      ada.person.password = `${ada.person.password}, changed`;
      played.people.endSessions(ada.account);
      await assert.rejects(scene.use(link));
      // One refusal of a session may be a passing mistake. A refused password may be an outage that refuses everybody.
      assert.equal((await scene.connectionOf(link))?.status, 'connected');
      await scene.service.deps.db
        .updateTable('provider_grant')
        .set({ suspected_on: new Date(Date.now() - (keepsPassword ? 901_000 : 60_000)) })
        .where('id', '=', before.grant_id)
        .execute();
      await assert.rejects(scene.use(link));
    };

    beforeAll(async () => {
      scene = await playPasswordProvider(slug, played, played.settings);
      link = await newLink();
    });
    afterAll(() => scene.stop());

    it('is told a wrong password once, and nothing is stored', async () => {
      const { body } = await linkAda(link, 'a wrong one');
      assert.deepEqual([body.state, body.error_type], ['error', 'provider_credential_error']);
      assert.equal(entries(), 1);
      assert.equal(await scene.connectionOf(link), undefined);
    });

    it('is linked by a person', async () => {
      const before = entries();
      const { body } = await linkAda(link);
      assert.deepEqual(
        [body.state, body.provider_id],
        ['success', ada.named],
        scene.service.logged().slice(-1500),
      );
      assert.equal(entries() - before, entriesOfLink);
      const connection = (await scene.connectionOf(link)) ?? assert.fail();
      assert.deepEqual([connection.status, connection.provider_account], ['connected', ada.named]);
    });

    it('is shown to the team as linked by the service’s application', async () => {
      const ofTeam = { org_id: seededOrg, team_id: seededTeam };
      const key = withKey(sandboxKeys.managementKey);
      const user = { params: { ...ofTeam, user_id: link.userId }, ...key };
      const connections = await scene.service.call(listUserConnections, user);
      assert.equal(connections.body.data[0]?.application, 'service');
      const health = await scene.service.call(readProviderHealth, { params: ofTeam, ...key });
      assert.equal(health.body.data.find(({ provider }) => provider === slug)?.application, 'service');
    });

    it('keeps the password only if nothing else renews a session, and then sealed', async () => {
      const tokens = await scene.tokensOf(link);
      assert.equal(tokens.session?.password?.password, keepsPassword ? password : undefined);
      const { db } = scene.service.deps;
      const stored = [
        ...(await db.selectFrom('provider_grant').selectAll().execute()),
        ...(await db.selectFrom('connection').selectAll().execute()),
        ...(await db.selectFrom('link_session').selectAll().execute()),
      ];
      const text = stored
        .flatMap((row) => Object.values(row))
        .map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value),
        )
        .join('\n');
      for (const secret of [password, tokens.accessToken]) {
        assert.ok(!text.includes(secret));
        assert.ok(!scene.service.logged().includes(secret));
      }
    });

    it('brings what there is', async () => {
      await scene.fetch(link);
      for (const resource of resources) {
        const days = await scene.itemsOf(link, resource);
        assert.ok(days.length >= fewestDays, `${resource}: ${days.length} days`);
      }
      const pulls = await scene.service.deps.db
        .selectFrom('historical_pull')
        .select(['resource', 'status', 'error_details'])
        .orderBy('resource')
        .execute();
      assert.deepEqual(
        pulls,
        resources.map((resource) => ({ resource, status: 'success', error_details: null })),
      );
    });

    it('renews a session shortly before its end', async () => {
      const [before, asked] = [await scene.grantOf(link), entries()];
      await scene.age(link);
      await scene.use(link);
      const after = await scene.grantOf(link);
      assert.equal(after.version, before.version + 1);
      assert.ok(Number(after.access_until) > Date.now() + 3_600_000);
      assert.equal(entries() - asked, keepsPassword ? 1 : 0);
      assert.equal(
        (await scene.tokensOf(link)).session?.password?.password,
        keepsPassword ? password : undefined,
      );
    });

    it('has the person link again once there is no way back, without asking on', async () => {
      const asked = entries();
      await breakIt();
      const broken = (await scene.connectionOf(link)) ?? assert.fail();
      const errorType = keepsPassword ? 'provider_credential_error' : 'reconnect_required';
      assert.deepEqual([broken.status, broken.error_details?.error_type], ['error', errorType]);
      assert.equal((await scene.tokensOf(link)).session?.password, undefined);
      const told = (await scene.service.eventsOf(link.userId)).filter(
        ({ event_type }) => event_type === 'provider.connection.error',
      );
      assert.equal(told.length, 1);
      assert.equal(entries() - asked, keepsPassword ? 1 : 0);
      await assert.rejects(scene.use(link));
      assert.equal(entries() - asked, keepsPassword ? 1 : 0);

      const again = await newLink(link.userId);
      assert.equal((await linkAda(again)).body.state, 'success');
      const healed = (await scene.connectionOf(link)) ?? assert.fail();
      assert.deepEqual(
        [healed.id, healed.status],
        [broken.id, 'connected'],
        'the same connection, with its data',
      );
    });

    it('is healed by a link that reconnects, in its own account alone', async () => {
      played.add('mallory');
      const typesOf = async () =>
        (await scene.service.eventsOf(link.userId))
          .map(({ event_type }) => event_type)
          .filter((type) => type.startsWith('provider.connection.'));
      await breakIt();
      const [broken, told] = [(await scene.connectionOf(link)) ?? assert.fail(), await typesOf()];
      assert.equal(broken.status, 'error');
      const to = await scene.service.newLink({ user_id: link.userId, reconnect: slug });
      const other = await scene.signIn(to, 'mallory@example.com', password, region);
      assert.deepEqual([other.body.state, other.body.error_type], ['error', 'account_mismatch']);
      assert.deepEqual(await scene.connectionOf(link), broken);

      assert.equal((await linkAda(to)).body.state, 'success');
      const healed = (await scene.connectionOf(link)) ?? assert.fail();
      assert.deepEqual(
        [healed.id, healed.status, healed.provider_account],
        [broken.id, 'connected', ada.named],
      );
      assert.deepEqual(await typesOf(), [...told, 'provider.connection.healed']);
      await scene.use(link);
    });

    it('answers the later of two tries, and stores nothing of the other', async () => {
      played.add('grace');
      const to = await newLink();
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      let arrive = (): void => undefined;
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      scene.interrupt = () => {
        scene.interrupt = () => undefined;
        arrive();
        return held;
      };
      const first = scene.signIn(to, 'grace@example.com', password, region);
      await arrived;
      // The service can still work: no transaction waits for the provider.
      const second = await scene.signIn(to, 'grace@example.com', 'a wrong one', region);
      assert.equal(second.body.error_type, 'provider_credential_error');
      letGo();
      assert.equal((await first).status, 409);
      assert.equal(await scene.connectionOf(to), undefined);
    });

    it('refuses the sixth try within an hour before the provider locks the account', async () => {
      const { account } = played.add('linus');
      const to = await newLink();
      for (let tries = 0; tries < 5; tries++)
        assert.equal(
          (await scene.signIn(to, 'linus@example.com', 'a wrong one', region)).body.state,
          'error',
        );
      const asked = played.people.entries.get(account);
      assert.equal((await scene.signIn(to, 'linus@example.com', password, region)).status, 429);
      assert.equal(played.people.entries.get(account), asked);
    });

    it('counts nothing against a person whose account the provider has locked, but ends with the token', async () => {
      const { person, account } = played.add('edsger');
      person.wrong = 5;
      const to = await newLink();
      const tryOnce = () => scene.signIn(to, 'edsger@example.com', password, region);
      for (let tries = 0; tries < mostOfToken; tries++) {
        const { body } = await tryOnce();
        assert.deepEqual([body.state, body.error_type], ['error', 'provider_api_error']);
      }
      const asked = played.people.entries.get(account);
      assert.equal((await tryOnce()).status, 429);
      assert.equal(played.people.entries.get(account), asked);
      person.wrong = 0;
      const { body } = await scene.signIn(await newLink(), 'edsger@example.com', password, region);
      assert.equal(body.state, 'success');
    });

    it('forgets the session of a person who disconnects', async () => {
      const { id } = await scene.grantOf(link);
      const { db } = scene.service.deps;
      await scene.service.call(disconnectProvider, {
        params: { user_id: link.userId, provider: slug },
        apiKey: sandboxKeys.apiKey,
      });
      assert.equal(await scene.connectionOf(link), undefined);
      assert.deepEqual(await db.selectFrom('provider_grant').select('id').where('id', '=', id).execute(), []);
      assert.deepEqual(await db.selectFrom('provider_revocation').selectAll().execute(), []);
    });
  },
);
