// A form that is refused although its token is good, or was good a moment earlier: the page says why and leads back to the app.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Browser, consent, newLink, oauthUrl, startOauthService } from '../support/oauth-service.js';
import type { Json, Link, OauthService, Shown } from '../support/oauth-service.js';

let service: OauthService;
beforeAll(async () => {
  service = await startOauthService();
});
afterAll(() => service.close());

const shop = 'https://shop.example';
const app = 'https://app.example/done';
const page = `${shop}/me?x=1`;

/** The title, the sentence below it, the code for developers and the link of a page. */
const saidBy = ({ text }: Shown) => ({
  title: /<h1>(.*)<\/h1>/.exec(text)?.[1],
  text: /<p class="muted">(.*)<\/p>/.exec(text)?.[1],
  code: /<code dir="ltr">(.*)<\/code>/.exec(text)?.[1],
  back: /<a class="button primary" href="([^"]*)">/.exec(text)?.[1]?.replaceAll('&amp;', '&'),
});

const post = (link: Link, fields: Json, { origin = shop, browser = new Browser() } = {}) =>
  browser.step(
    `${service.url}/link/`,
    new URLSearchParams({ link_token: link.token, ...(fields as Record<string, string>) }),
    { origin },
  );

const change = (link: Link, values: Json) =>
  service.deps.db.updateTable('link_session').set(values).where('id', '=', link.sessionId).execute();

const startAgain = 'Go back to the app and start again.';

describe('a form to a provider', () => {
  const to = (provider: string, more: Json = {}) => ({ provider, return_url: page, ...more });

  it('is told that its consent cannot be read, not that its link was used', async () => {
    for (const [wrong, code] of [
      [{ resources: 'nonsense', text_version: 'v1', language: 'en' }, 'body.resources enum'],
      [{ resources: 'sleep', language: 'en' }, 'body.text_version missing'],
    ] as const) {
      const link = await newLink(service, { app_name: 'Acme', allowed_origins: [shop] });
      const shown = await post(link, to('aurora_ring', wrong));
      assert.equal(shown.status, 422);
      const title = 'This can’t be connected here';
      assert.deepEqual(saidBy(shown), { title, text: startAgain, code, back: page });
    }
  });

  it('leads back where the provider is not offered or there were too many tries', async () => {
    const link = await newLink(service, { app_name: 'Acme', allowed_origins: [shop] });
    const nowhere = await post(link, to('nowhere'));
    assert.deepEqual([nowhere.status, saidBy(nowhere).back], [422, page]);
    await change(link, { attempt: 100 });
    const late = await post(link, to('aurora_ring'));
    assert.deepEqual([late.status, saidBy(late).back], [429, page]);
  });

  it('leads to the site of the app if no page is known: its one origin, or that of the redirect URL', async () => {
    for (const [more, back] of [
      [{ allowed_origins: [shop] }, `${shop}/`],
      [{ allowed_origins: [shop, 'https://other.example'] }, `${shop}/`],
      [{ redirect_url: app }, 'https://app.example/'],
      [{ redirect_url: 'com.example.app:/done' }, undefined],
      [{}, undefined],
    ] as const) {
      const link = await newLink(service, more);
      assert.equal(saidBy(await post(link, { provider: 'nowhere' })).back, back, JSON.stringify(more));
    }
    // A page that is not known to belong to the app gets no link to itself.
    const open = await newLink(service);
    const foreign = await post(open, { provider: 'nowhere' }, { origin: 'https://evil.example' });
    assert.equal(saidBy(foreign).back, undefined);
  });
});

describe('a form to the hosted page that is refused at its second address', () => {
  const arrive = async (link: Link, between: () => Promise<unknown>, fields: Json = {}): Promise<Shown> => {
    const browser = new Browser();
    const posted = await post(link, { display: 'page', ...fields }, { browser });
    assert.equal(posted.status, 303, posted.text);
    await between();
    return browser.step(String(posted.location));
  };

  it('leads back with the reason', async () => {
    for (const [more, fields, home] of [
      [{ allowed_origins: [shop], redirect_url: app }, {}, `${app}?`],
      [{ allowed_origins: [shop] }, { return_url: page }, `${page}&`],
      [{ redirect_url: app }, {}, `${app}?`],
    ] as const) {
      const link = await newLink(service, { app_name: 'Acme', ...more });
      const shown = await arrive(link, () => change(link, { expires_at: new Date(0) }), fields);
      assert.equal(shown.status, 401);
      const { title, back } = saidBy(shown);
      assert.equal(title, 'This link has expired');
      assert.equal(back, `${home}state=error&link_session_id=${link.sessionId}&error_type=token_expired#`);
    }
  });

  it('leads to the site of the app if the token names no address', async () => {
    const link = await newLink(service, { allowed_origins: [shop] });
    const shown = await arrive(link, async () =>
      consent(service, new Browser(), await oauthUrl(service, link, 'aurora_ring'), 'allow'),
    );
    const { title, back } = saidBy(shown);
    assert.deepEqual([shown.status, title, back], [401, 'This link has already been used', `${shop}/`]);
  });

  it('says what to do if the link was deleted meanwhile', async () => {
    const link = await newLink(service);
    const shown = await arrive(link, () =>
      service.deps.db.deleteFrom('link_session').where('id', '=', link.sessionId).execute(),
    );
    const { title, text } = saidBy(shown);
    assert.deepEqual([shown.status, title, text], [401, 'This link doesn’t work', startAgain]);
  });
});
