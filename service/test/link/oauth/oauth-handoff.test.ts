// A phone at a provider: which of its data reaches whom, and who can finish what it began.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  Browser,
  connectionOf,
  consent,
  handed,
  newLink,
  ours,
  sessionRow,
  startOauthService,
  type OauthService,
} from '../../support/oauth-service.js';
import { ask, onComputer, onPhone } from '../../support/oauth-phone.js';

let service: OauthService;
beforeAll(async () => {
  service = await startOauthService();
});
afterAll(() => service.close());

const slug = 'aurora_ring';
const redirect_url = 'https://app.example/linked';

describe('a phone at a provider', () => {
  it('ends at our own page, with nothing of the session in the address', async () => {
    const link = await newLink(service, { redirect_url, confirm: 'host' });
    const phone = await onPhone(service, link);
    const { browser } = phone;
    const end = await consent(service, browser, await phone.url(slug), 'allow');
    assert.ok(end.location?.startsWith(`${service.url}/link/?display=window#`), String(end.location));
    assert.deepEqual(handed(end.location), {
      state: 'success',
      provider: slug,
      link_session_id: phone.session,
    });
    const { confirm_code } = (await ask(service, '/v2/link/state', onComputer(link))).body;
    assert.match(String(confirm_code), /^[\w-]{43}$/);
    const traces = JSON.stringify([browser.visited, browser.redirects]);
    for (const hidden of [link.sessionId, link.token, redirect_url, String(confirm_code)])
      assert.ok(!traces.includes(hidden), hidden);
  });

  for (const token of [{}, { allowed_origins: ['https://app.example'] }])
    it(`began an attempt that no other browser can open, not even the computer’s: ${JSON.stringify(token)}`, async () => {
      const link = await newLink(service, token);
      const phone = await onPhone(service, link);
      const url = await phone.url(slug);
      const another = await onPhone(service, await newLink(service));
      for (const browser of [new Browser(), another.browser])
        for (const headers of [ours, {}]) {
          const shown = await browser.step(url, undefined, headers);
          assert.deepEqual([shown.status, shown.location], [403, null]);
          assert.match(shown.text, /You started in another browser/);
        }
      // The ticket was not used up.
      assert.equal(
        handed((await consent(service, phone.browser, url, 'allow')).location)['state'],
        'success',
      );
    });

  it('makes no connection if it returns after it was taken back', async () => {
    const link = await newLink(service, { redirect_url });
    const phone = await onPhone(service, link);
    const page = await phone.browser.depart(await phone.url(slug), service);
    assert.equal(page.status, 200);
    await ask(service, '/v2/link/handoff/end', onComputer(link), {});
    const decided = await phone.browser.press(page, 'allow');
    const end = await phone.browser.visit(String(decided.location), service);
    assert.deepEqual([end.status, end.location], [409, null]);
    assert.equal(await connectionOf(service, link), undefined);
    assert.equal((await sessionRow(service, link)).state, 'started');
  });

  it('cannot use an address from before it was taken back', async () => {
    const link = await newLink(service);
    const phone = await onPhone(service, link);
    const url = await phone.url(slug);
    await ask(service, '/v2/link/handoff/end', onComputer(link), {});
    const shown = await phone.browser.step(url, undefined, ours);
    assert.deepEqual([shown.status, shown.location], [409, null]);
  });

  it('is sent away if the computer itself goes to a provider', async () => {
    const link = await newLink(service);
    const phone = await onPhone(service, link);
    const url = await phone.url(slug);
    await ask(service, `/v2/link/provider/oauth/${slug}`, onComputer(link));
    assert.equal((await phone.browser.step(url, undefined, ours)).location, null);
    const { response } = await ask(service, `/v2/link/provider/oauth/${slug}`, phone.headers());
    assert.equal(response.status, 401);
  });

  it('leaves neither its code nor its cookie in a log', async () => {
    const link = await newLink(service);
    const { body } = await ask(service, '/v2/link/handoff', onComputer(link), {});
    const code = String(body['handoff_url']).split('#handoff=')[1] ?? '';
    const phone = await onPhone(service, link);
    await consent(service, phone.browser, await phone.url(slug), 'allow');
    for (const hidden of [code, ...phone.browser.jar(service.url).values()]) {
      assert.ok(hidden.length > 20);
      assert.ok(!service.logged().includes(hidden));
    }
  });
});
