// A link that renews a connection through the provider's own page.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { linked } from '../../support/linked.js';
import {
  Browser,
  connectionOf,
  consent,
  handed,
  newLink,
  oauthUrl,
  startOauthService,
  type Link,
  type OauthService,
} from '../../support/oauth-service.js';

let service: OauthService;
beforeAll(async () => {
  service = await startOauthService();
});
afterAll(() => service.close());

const slug = 'ember_scale';
const allow = async (browser: Browser, link: Link, fields?: Record<string, string>) =>
  handed((await consent(service, browser, await oauthUrl(service, link, slug), 'allow', fields)).location);

it('accepts only the account that is connected', async () => {
  const browser = new Browser();
  const first = await newLink(service);
  await allow(browser, first);
  const connection = async () => (await connectionOf(service, first)) ?? assert.fail();
  const before = linked(await connection());
  const again = await newLink(service, { reconnect: slug }, { userId: first.userId });

  const other = await allow(new Browser(), again);
  assert.deepEqual([other['state'], other['error_type']], ['error', 'account_mismatch']);
  assert.deepEqual(linked(await connection()), before);

  assert.equal((await allow(browser, again))['state'], 'success');
  const after = linked(await connection());
  assert.deepEqual([after.id, after.created_on], [before.id, before.created_on]);
  assert.notDeepEqual(after.credentials, before.credentials);
});

it('stores the scopes that were granted this time', async () => {
  const browser = new Browser();
  const first = await newLink(service);
  await allow(browser, first);
  assert.deepEqual((await connectionOf(service, first))?.scopes_denied, []);
  const again = await newLink(service, { reconnect: slug }, { userId: first.userId });
  await allow(browser, again, { granted: '' });
  const after = (await connectionOf(service, first)) ?? assert.fail();
  assert.notDeepEqual(after.scopes_denied, []);
});
