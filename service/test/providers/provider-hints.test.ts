// What the picker's answer says about each provider besides its data: how people sign in, its other names, and its help
// pages.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { codeKinds, listLinkProviders, usernameKinds } from 'svc-link/contract';
import { providers } from '../../src/providers/find.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function offered() {
  const { token } = await service.newLink();
  const { body } = await service.call(listLinkProviders, { token });
  return new Map(body.map((provider) => [provider.slug, provider]));
}

describe('a link token’s provider', () => {
  it('says what people sign in with, and what its codes are', async () => {
    const found = await offered();
    assert.deepEqual(found.get('breeze_inhaler')?.hints, {
      username: 'phone',
      code_length: 6,
      code_kind: 'digits',
      help_url: `${service.deps.publicUrl}/sandbox/help/breeze_inhaler`,
      forgot_url: `${service.deps.publicUrl}/sandbox/help/breeze_inhaler#password`,
    });
    assert.equal(found.get('quartz_scale')?.hints?.username, 'email');
    assert.equal(found.get('quartz_scale')?.hints?.help_url, null);
    assert.equal(found.get('aurora_ring')?.hints?.username, null);
  });

  it('has other names, and its maker', async () => {
    const scale = (await offered()).get('quartz_scale');
    assert.deepEqual(scale?.aliases, ['Quartz Body', 'Quarzwaage']);
    assert.equal(scale?.maker, 'Straße & Söhne');
  });
});

describe('a real provider', () => {
  it('has the addresses that its operator sets, for every team with an application', async () => {
    const app = { client_id: 'id', client_secret: 'secret' };
    const forgot_url = 'https://account.example/forgotten';
    const PROVIDERS = JSON.stringify({
      oura: { ...app, forgot_url },
      withings: { ...app, help_url: null },
      polar: app,
    });
    const operated = await startTestService({ PROVIDERS });
    const { token } = await operated.newLink();
    const { body } = await operated.call(listLinkProviders, { token });
    const hintsOf = (slug: string) => body.find((each) => each.slug === slug)?.hints;
    const known = (slug: string) => providers.find((each) => each.slug === slug)?.hints.help_url;
    assert.ok(known('withings'));
    assert.deepEqual([hintsOf('oura')?.help_url, hintsOf('oura')?.forgot_url], [known('oura'), forgot_url]);
    assert.equal(hintsOf('withings')?.help_url, null);
    assert.equal(hintsOf('polar')?.help_url, known('polar'));
    await operated.stop();
  });
});

describe('every provider', () => {
  for (const { slug, name, aliases, maker, hints, adapter, regions } of providers)
    it(`${slug} has hints of the interface`, () => {
      assert.ok(hints.username === null || usernameKinds.includes(hints.username));
      assert.ok(hints.code_kind === null || codeKinds.includes(hints.code_kind));
      for (const url of [hints.help_url, hints.forgot_url])
        assert.ok(url === null || url.startsWith(adapter ? 'https://' : '/sandbox/'), String(url));
      for (const other of [...aliases, maker ?? 'x'])
        assert.equal(other.trim() && other !== name, true, other);
      assert.equal(new Set(aliases).size, aliases.length);
      // People do not know that their account is in this region; the provider says so.
      assert.ok(!regions.includes('eu2'));
    });
});
