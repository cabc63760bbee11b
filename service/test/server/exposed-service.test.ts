// Whom a running service accepts: at its start, by the host name of a request, and at its clock.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createApp } from '../../src/server/app.js';
import { createLog } from '../../src/server/log.js';
import { startService, type RunningService } from '../../src/server/server.js';
import { BadSettings, readSettings } from '../../src/server/settings.js';
import { startTestService, type TestService } from '../support/test-service.js';

const portOf = ({ internalUrl }: RunningService): string => new URL(internalUrl).port;

const ownKeys = {
  SVC_API_KEY: randomBytes(32).toString('hex'),
  SVC_MANAGEMENT_KEY: randomBytes(32).toString('hex'),
};

it('a service with well-known keys does not start if other machines can reach it', async () => {
  const settings = readSettings({ PORT: '0', HOST: '0.0.0.0' });
  await assert.rejects(
    startService({ ...settings, storage: { kind: 'memory' } }, createLog('silent')),
    BadSettings,
  );
});

describe('a service on loopback', () => {
  let service: RunningService;
  beforeAll(async () => {
    const settings = readSettings({
      PORT: '0',
      SVC_MASTER_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: 'https://link.example.com',
      SANDBOX_URL: 'https://providers.example.com',
      ...ownKeys,
    });
    service = await startService({ ...settings, storage: { kind: 'memory' } }, createLog('silent'));
  });
  afterAll(() => service.stop());

  const statusFor = (path: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`http://127.0.0.1:${portOf(service)}${path}`, { headers: { host } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      })
        .on('error', reject)
        .end();
    });

  it('answers to its own names', async () => {
    for (const host of [
      'localhost',
      `127.0.0.1:${portOf(service)}`,
      '[::1]',
      'link.example.com',
      'link.example.com:443',
      'providers.example.com',
    ])
      assert.equal(await statusFor('/health', host), 200, host);
  });

  it('answers 421 to any other name, whatever the request', async () => {
    for (const host of [
      'evil.example',
      '10.0.0.1',
      'link.example.com.evil.example',
      'localhost.evil.example',
    ])
      for (const path of ['/health', '/v2/user', '/sandbox/clock', '/link/', '/nowhere'])
        assert.equal(await statusFor(path, host), 421, `${host} ${path}`);
  });
});

describe('the sandbox clock', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const move = (isClockFree: boolean, headers: Record<string, string> = {}) =>
    Promise.resolve(
      createApp({ ...service.deps, isClockFree }).request('/sandbox/clock', {
        method: 'POST',
        headers,
        body: '{"advance_seconds": 1}',
      }),
    ).then(({ status }) => status);

  it('needs no key if the keys are the well-known ones', async () => {
    assert.ok(service.deps.isClockFree);
    assert.equal(await move(true), 200);
  });

  it('needs a key of either kind if the service has its own', async () => {
    assert.equal(await move(false), 401);
    assert.equal(await move(false, { 'x-svc-api-key': 'sk_nothing' }), 401);
    assert.equal(await move(false, { 'x-management-key': 'sk_nothing' }), 401);
    assert.equal(await move(false, { 'x-svc-api-key': 'sk_sandbox_local' }), 200);
    assert.equal(await move(false, { 'x-management-key': 'mk_sandbox_local' }), 200);
    assert.equal((await service.app.request('/sandbox/clock')).status, 200);
  });
});
