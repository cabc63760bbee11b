import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { browserAddresses, openApiDocument, operations } from '../../src/openapi/index.js';
import { referenceRoutes } from '../../src/reference/index.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('/docs', () => {
  let service: TestService;
  let page: string;
  let headers: Headers;
  beforeAll(async () => {
    service = await startTestService();
    const response = await service.app.request('/docs');
    headers = response.headers;
    page = await response.text();
  });
  afterAll(() => service.stop());

  const ids = () => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

  it('shows every endpoint, schema and address once, and its links lead somewhere', () => {
    for (const id of Object.keys(operations)) assert.equal(page.split(` id="${id}"`).length, 2, id);
    for (const text of Object.values(browserAddresses))
      assert.ok(page.includes(text.split('`')[0] ?? ''), text);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    assert.ok(links.length > 50);
    const known = ids();
    for (const link of links) assert.ok(known.has(link), `#${link}`);
    assert.equal([...page.matchAll(/ id="/g)].length, known.size);
  });

  it('shows what an operation alone takes and answers in its place', () => {
    const section = (id: string) => page.split(` id="${id}"`)[1]?.split('</section>')[0] ?? '';
    assert.ok(section('createUser').includes('<code>fallback_time_zone</code>'));
    assert.ok(section('createWebhook').includes('href="#schema-CreatedWebhook"'));
    assert.ok(section('bulkExport').includes('<code>oauth_scopes</code>'));
    assert.doesNotMatch(page, /schema-(?:CreateUserBody|BulkExportAnswer)/);
  });

  it('runs and loads nothing but its own, under Trusted Types', async () => {
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'self';/);
    for (const rule of ["script-src 'self'", "connect-src 'self'", "require-trusted-types-for 'script'"])
      assert.ok(policy.split('; ').includes(rule), rule);
    const scripts = [...page.matchAll(/<script[^>]*>[^]*?<\/script>/g)].map(([text]) => text);
    assert.deepEqual(scripts, ['<script type="module" src="/console/assets/try.js"></script>']);
    assert.doesNotMatch(page, /style="|\son[a-z]+=/);
    const style = await service.app.request('/docs/reference.css');
    assert.equal(style.status, 200);
    assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
  });

  it('is made once, however often it is asked for', async () => {
    let made = 0;
    const app = referenceRoutes({
      document() {
        made += 1;
        return openApiDocument({ publicUrl: 'https://link.example.com', sandbox: true });
      },
      hasFiction: true,
      keys: {},
    });
    const read = async () => (await app.request('/docs')).text();
    const first = await read();
    assert.equal(await read(), first);
    assert.equal(made, 1);
    assert.ok(first.includes('https://link.example.com'));
  });

  it('has the keys of the sandbox where they serve, and no other key', async () => {
    assert.ok(page.includes('sk_sandbox_local'));
    const other = await startTestService({ SVC_API_KEY: `sk_${'0123456789abcdef'.repeat(3)}` });
    const text = await (await other.app.request('/docs')).text();
    await other.stop();
    assert.ok(!text.includes('sk_sandbox_local') && !text.includes('sk_0123'));
    assert.ok(text.includes('data-keys="{}"'));
  });

  it('gives commands with what the fictional providers know', () => {
    assert.ok(page.includes('/v2/link/provider/password/quartz_scale'));
    assert.ok(page.includes('sms@example.com'));
    assert.ok(!page.includes('[object'));
    assert.ok(!page.includes('undefined'));
  });
});
