// Links that consist of more than one sign-in, with real adapters through the whole
// service: several connections with one token, and a link that continues on a phone.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { SessionReport } from 'svc-link/contract';
import type { RealProviderSettings } from '../../src/providers/index.js';
import { ask, onComputer, onPhone } from '../support/oauth-phone.js';
import {
  askOauth,
  askTeam,
  Browser,
  handed,
  type Json,
  type Link,
  newLink,
  type OauthService,
  oauthUrl,
  ours,
  startOauthService,
} from '../support/oauth-service.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { oauthAdapters } from './matrix/columns.js';
import { rows } from './matrix/rows.js';
import { type MatrixScene, startMatrixScene } from './matrix/scene.js';

const real = new Map<string, RealProviderSettings>();
let service: OauthService;
let team: Receiver;
let oura: MatrixScene;
let whoop: MatrixScene;
beforeAll(async () => {
  service = await startOauthService({ fictional: new Set(), real });
  team = await startReceiver();
  await askTeam(service, 'POST', '/v2/webhook', { url: team.url });
  [oura, whoop] = [await play('oura'), await play('whoop')];
});
afterAll(async () => {
  for (const scene of [oura, whoop]) await scene.close();
  await service.close();
  await team.close();
});

const play = (slug: string): Promise<MatrixScene> =>
  startMatrixScene(
    service,
    real,
    rows.find((row) => row.slug === slug) ?? assert.fail(),
    oauthAdapters.find((adapter) => adapter.slug === slug) ?? assert.fail(),
  );
const connectionsOf = ({ userId }: Link) =>
  service.deps.db
    .selectFrom('connection')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
const connectionWith = async (link: Link, provider: string) =>
  (await connectionsOf(link)).find((each) => each.provider === provider) ?? assert.fail(`no ${provider}`);
const toldOf = async ({ userId }: Link): Promise<readonly (readonly (string | null)[])[]> =>
  (
    await service.deps.db
      .selectFrom('event')
      .select(['event_type', 'provider'])
      .where('user_id', '=', userId)
      .where('event_type', 'like', 'provider.connection.%')
      .orderBy('created_on')
      .orderBy('id')
      .execute()
  ).map(({ event_type, provider }) => [event_type, provider]);
const stateOf = async (link: Link): Promise<Json> =>
  (await ask(service, '/v2/link/state', onComputer(link))).body;
const reportOf = async ({ sessionId }: Link): Promise<SessionReport> =>
  (await (await askTeam(service, 'GET', `/v2/link/session/${sessionId}`)).json()) as SessionReport;

describe('several connections by one token', () => {
  it('are made at each provider, bring their data, and end with the person’s word', async () => {
    const link = await newLink(service, { multiple: true });
    assert.equal((await oura.send(link, '100'))['state'], 'success');
    assert.equal((await whoop.send(link, '200'))['state'], 'success');
    const { connections, multiple, attempt } = await stateOf(link);
    assert.deepEqual([multiple, attempt], [true, 2]);
    assert.deepEqual(
      (connections as readonly Json[]).map(({ provider }) => provider),
      ['oura', 'whoop'],
    );
    assert.deepEqual(await toldOf(link), [
      ['provider.connection.created', 'oura'],
      ['provider.connection.created', 'whoop'],
    ]);
    for (const [scene, slug] of [
      [oura, 'oura'],
      [whoop, 'whoop'],
    ] as const) {
      const { id } = await connectionWith(link, slug);
      await scene.fetchAll(id);
      assert.ok((await scene.stored(id)).length > 20, slug);
    }

    assert.equal((await ask(service, '/v2/link/finish', onComputer(link), {})).response.status, 200);
    assert.equal((await askOauth(service, link, 'oura')).status, 401);
    assert.equal((await askTeam(service, 'DELETE', `/v2/user/${link.userId}/oura`)).status, 200);
    assert.deepEqual(
      (await reportOf(link)).connections.map(({ provider, connected }) => [provider, connected]),
      [
        ['oura', false],
        ['whoop', true],
      ],
    );
  });

  it('go on where a try was left at its provider, and keep nothing of it once the person has finished', async () => {
    const link = await newLink(service, { multiple: true });
    assert.equal((await oura.send(link, '101'))['state'], 'success');
    // The window of the second provider is still open when the person finishes on the page.
    const browser = new Browser();
    const { location } = await browser.step(await oauthUrl(service, link, 'whoop'), undefined, ours);
    const callback = await whoop.server.consent(String(location), '201');
    assert.equal((await ask(service, '/v2/link/finish', onComputer(link), {})).response.status, 200);
    const late = await browser.step(callback.href);
    assert.deepEqual([late.status, late.location], [409, null]);
    assert.deepEqual(
      (await connectionsOf(link)).map(({ provider }) => provider),
      ['oura'],
    );
    const end = await stateOf(link);
    assert.deepEqual([end['state'], end['provider'], end['multiple']], ['success', 'oura', false]);
  });

  it('are renewed one by one', async () => {
    const link = await newLink(service, { multiple: true });
    await oura.send(link, '102');
    await whoop.send(link, '202');
    const before = await connectionsOf(link);
    const again = await newLink(service, { reconnect: 'whoop' }, { userId: link.userId });
    assert.equal((await whoop.send(again, '203'))['error_type'], 'account_mismatch');
    assert.equal((await whoop.send(again, '202'))['state'], 'success');
    const [first, second] = await connectionsOf(link);
    assert.deepEqual(first, before[0]);
    assert.deepEqual([second?.id, second?.created_on], [before[1]?.id, before[1]?.created_on]);
    assert.deepEqual((await toldOf(link)).at(-1), ['provider.connection.healed', 'whoop']);
  });
});

describe('a link that goes on on a phone', () => {
  type Phone = Awaited<ReturnType<typeof onPhone>>;
  /**
   * The person goes to the provider on the phone, agrees and comes
   * back. Returns the parameters that the callback passes to the page.
   */
  async function allow(phone: Phone, account: string) {
    const { location } = await phone.browser.step(await phone.url('oura'), undefined, ours);
    const callback = await oura.server.consent(String(location), account);
    return handed((await phone.browser.step(callback.href)).location);
  }

  it('is made at the provider there, known on the computer, and brings its data', async () => {
    const link = await newLink(service, { redirect_url: 'https://app.example/linked' });
    const phone = await onPhone(service, link);
    assert.deepEqual(await allow(phone, '110'), {
      state: 'success',
      provider: 'oura',
      link_session_id: phone.session,
    });
    const { state, provider, provider_id } = await stateOf(link);
    const { id, provider_account } = await connectionWith(link, 'oura');
    assert.deepEqual([state, provider, provider_id], ['success', 'oura', provider_account]);
    await oura.fetchAll(id);
    assert.ok((await oura.stored(id)).length > 20);
    assert.equal((await reportOf(link)).connected, true);
  });

  it('waits for the team, with the code on the computer alone', async () => {
    const link = await newLink(service, { confirm: 'host' });
    const told = await allow(await onPhone(service, link), '111');
    assert.deepEqual(Object.keys(told).toSorted(), ['link_session_id', 'provider', 'state']);
    assert.deepEqual(await connectionsOf(link), []);
    const { confirm_code } = await stateOf(link);
    const confirmed = await askTeam(service, 'POST', `/v2/link/session/${link.sessionId}/confirm`, {
      confirm_code,
    });
    assert.equal(confirmed.status, 200, await confirmed.text());
    assert.equal((await connectionWith(link, 'oura')).status, 'connected');
  });

  it('renews a connection with its own account alone', async () => {
    const first = await newLink(service);
    await oura.send(first, '112');
    const before = await connectionWith(first, 'oura');
    const link = await newLink(service, { reconnect: 'oura' }, { userId: first.userId });
    const phone = await onPhone(service, link);
    assert.equal((await allow(phone, '113'))['error_type'], 'account_mismatch');
    assert.equal((await stateOf(link))['error_type'], 'account_mismatch');
    assert.deepEqual(await connectionWith(link, 'oura'), before);
    assert.equal((await allow(phone, '112'))['state'], 'success');
    const { id, provider_account } = await connectionWith(link, 'oura');
    assert.deepEqual([id, provider_account], [before.id, before.provider_account]);
    assert.deepEqual((await toldOf(first)).at(-1), ['provider.connection.healed', 'oura']);
  });

  it('adds to what the computer has connected by the same token', async () => {
    const link = await newLink(service, { multiple: true });
    await whoop.send(link, '214');
    assert.equal((await allow(await onPhone(service, link), '114'))['state'], 'success');
    const { connections } = await stateOf(link);
    assert.deepEqual(
      (connections as readonly Json[]).map(({ provider }) => provider),
      ['whoop', 'oura'],
    );
  });
});
