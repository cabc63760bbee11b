import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => service.app.request(path, { headers });

describe('files', () => {
  beforeAll(() => {
    const write = (path: string, text: string) => {
      const file = join(service.deps.filesDirectory, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text);
    };
    write('cdn/svc-link.js', 'export const script = 1;'.repeat(50));
    write('cdn/step-Ab3_x9Qz.js', 'export {};');
    write('hosted/index.html', '<!doctype html><title>Connect</title>');
    write('hosted/window.html', '<!doctype html><title>Window</title>');
    write('hosted/assets/index-Ab3_x9Qz.css', 'a{}');
    write('secret.js', 'no');
  });

  it('of the script may be used by every page, and are cached as long as their name says', async () => {
    const script = await get('/cdn/svc-link.js');
    assert.equal(script.status, 200);
    assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
    assert.equal(script.headers.get('access-control-allow-origin'), '*');
    assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(script.headers.get('cache-control'), 'no-cache');
    const chunk = await get('/cdn/step-Ab3_x9Qz.js');
    assert.match(chunk.headers.get('cache-control') ?? '', /immutable/);
  });

  it('are compressed, and not sent again if the browser has them', async () => {
    const packed = await get('/cdn/svc-link.js', { 'accept-encoding': 'gzip, br' });
    assert.equal(packed.headers.get('content-encoding'), 'br');
    assert.equal(packed.headers.get('vary'), 'accept-encoding');
    assert.ok((await packed.arrayBuffer()).byteLength < 100);
    const zipped = await get('/cdn/svc-link.js', { 'accept-encoding': 'gzip, br;q=0' });
    assert.equal(zipped.headers.get('content-encoding'), 'gzip');
    assert.match(gunzipSync(await zipped.arrayBuffer()).toString(), /^export const script = 1;/);
    const etag = packed.headers.get('etag') ?? '';
    const known = await get('/cdn/svc-link.js', { 'if-none-match': etag });
    assert.equal(known.status, 304);
    assert.equal(known.headers.get('cache-control'), 'no-cache');
    writeFileSync(join(service.deps.filesDirectory, 'cdn/svc-link.js'), 'export const script = 22;');
    const changed = await get('/cdn/svc-link.js', { 'if-none-match': etag });
    assert.equal(await changed.text(), 'export const script = 22;');
  });

  it('of the hosted page run only our own code and are never framed or stored', async () => {
    for (const [path, title] of [
      ['/link/', 'Connect'],
      ['/link', 'Connect'],
      ['/link/?display=window', 'Window'],
      ['/link/?display=page', 'Connect'],
    ] as const) {
      const answer = await get(path);
      const { status, headers } = answer;
      assert.equal(status, 200);
      assert.match(await answer.text(), new RegExp(`<title>${title}<`));
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        assert.ok(policy.split('; ').includes(rule), rule);
      }
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('cross-origin-opener-policy'), null);
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
    assert.equal((await get('/link/assets/index-Ab3_x9Qz.css')).status, 200);
  });

  it('are found only in the served folders', async () => {
    for (const path of [
      '/cdn/',
      '/cdn/nothing.js',
      '/cdn/..%2fsecret.js',
      '/cdn/%2e%2e/secret.js',
      '/cdn/../secret.js',
      '/cdn/..%5csecret.js',
      '/cdn/.hidden.js',
      '/cdn/svc-link.js%00.map',
      '/link/assets/..%2findex.html',
      '/link/index.html',
      '/secret.js',
    ]) {
      assert.equal((await get(path)).status, 404, path);
    }
  });
});
