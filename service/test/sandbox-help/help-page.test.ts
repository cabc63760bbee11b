import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { listLinkProviders } from 'svc-link/contract';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const pageOf = (slug: string) => service.app.request(`/sandbox/help/${slug}`);

it('is where the picker says that it is', async () => {
  const { token } = await service.newLink();
  const { body } = await service.call(listLinkProviders, { token });
  const url = body.find(({ slug }) => slug === 'zephyr_bed')?.hints?.help_url;
  const response = await service.app.request(String(url));
  assert.equal(response.status, 200);
  const page = await response.text();
  assert.match(page, /Help with Zephyr Bed/);
  assert.match(page, /id="password"/);
  assert.match(String(response.headers.get('content-security-policy')), /default-src 'none'/);
});

it('is not there for providers without a password of ours, real ones and unknown ones', async () => {
  for (const slug of ['aurora_ring', 'oura', 'nobody']) assert.equal((await pageOf(slug)).status, 404, slug);
});

it('names user names that do what it says', async () => {
  const page = await (await pageOf('zephyr_bed')).text();
  const named = [...page.matchAll(/<dt><code>([^<]+)<\/code><\/dt>\s*<dd>([^<]+)<\/dd>/g)];
  assert.equal(named.length, 6);
  // 20 seconds are too long for a test of texts.
  for (const [, username = '', what = ''] of named.filter(([, , what]) => !what?.startsWith('takes'))) {
    const result = await service.signIn(await service.newLink(), username, { provider: 'zephyr_bed' });
    if (what.startsWith('asks')) assert.equal(result.body.state, 'pending_provider_mfa', username);
    else if (what.startsWith('fails')) assert.equal(result.body.error_type, 'provider_api_error', username);
    else assert.equal(result.body.state, 'success', username);
  }
});
