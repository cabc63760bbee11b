// A form whose token cannot be used any more: the page that says so leads back to the team's page, and to no other.
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
/** The link of the page, or null. */
const wayIn = ({ text }: Shown): string | null =>
  /<a class="button primary" href="([^"]*)">/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;

async function expired(more: Json): Promise<Link> {
  const link = await newLink(service, { app_name: 'Acme', ...more });
  await service.deps.db
    .updateTable('link_session')
    .set({ expires_at: new Date(0) })
    .where('id', '=', link.sessionId)
    .execute();
  return link;
}

const forms: Readonly<Record<string, Record<string, string>>> = {
  'to the hosted page': { display: 'page' },
  'to a provider': { provider: 'aurora_ring' },
};

for (const [where, fields] of Object.entries(forms))
  describe(`a form ${where} with a token that has expired`, () => {
    const post = (link: Link, return_url: string, origin = shop) => {
      const form = new URLSearchParams({ ...fields, link_token: link.token, return_url });
      return new Browser().step(`${service.url}/link/`, form, { origin });
    };

    it('leads back to the redirect URL, to the page if the token allows its origin, or to that origin', async () => {
      for (const [redirect_url, return_url, home] of [
        [null, `${shop}/me?x=1`, `${shop}/me?x=1&`],
        ['https://app.example/done', '', 'https://app.example/done?'],
        ['com.example.app:/done', '', 'com.example.app:/done?'],
        [null, 'https://evil.example/', `${shop}/`],
        [null, 'https://shop.example@evil.example/', `${shop}/`],
        [null, 'javascript:alert(1)', `${shop}/`],
        [null, '', `${shop}/`],
      ] as const) {
        const link = await expired({ redirect_url, allowed_origins: [shop] });
        const shown = await post(link, return_url);
        assert.deepEqual([shown.status, shown.location], [401, null]);
        assert.match(shown.text, /<h1>This link has expired/);
        const result = `state=error&link_session_id=${link.sessionId}&error_type=token_expired#`;
        // The origin alone learns nothing of the link.
        assert.equal(wayIn(shown), home === `${shop}/` ? home : home + result, return_url);
        assert.ok(shown.text.includes('Go back to <bdi>Acme</bdi>'));
        assert.ok(!shown.text.includes(link.token));
      }
    });

    it('leads nowhere from a page of another origin, or if it names none', async () => {
      const redirect_url = 'https://app.example/done';
      const named = await expired({ redirect_url, allowed_origins: [shop] });
      assert.equal(wayIn(await post(named, `${shop}/me`, 'https://evil.example')), null);
      const open = await expired({});
      assert.equal(wayIn(await post(open, `${shop}/me`)), null);
    });
  });

it('a form with a used token leads back to see how it went', async () => {
  const link = await newLink(service, { redirect_url: 'https://app.example/' });
  await consent(service, new Browser(), await oauthUrl(service, link, 'aurora_ring'), 'allow');
  const form = new URLSearchParams({ display: 'page', link_token: link.token });
  const shown = await new Browser().step(`${service.url}/link/`, form);
  assert.match(wayIn(shown) ?? '', /^https:\/\/app\.example\/\?state=error&.*error_type=token_consumed#$/);
});
