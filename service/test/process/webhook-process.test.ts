import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sandboxKeys } from '../../src/server/server.js';
import { newDataFolder, startChild, type ChildService } from '../support/child-service.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const folder = newDataFolder();
afterAll(() => rmSync(folder, { recursive: true }));

async function send(service: ChildService, path: string, body: object, token?: string) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: token === undefined ? { 'x-svc-api-key': sandboxKeys.apiKey } : { 'x-svc-link-token': token },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
}

describe('a process that is killed while it delivers', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  it('delivers after its restart what had not arrived, under the same id', async () => {
    let service = await startChild({ DATA_DIR: folder });
    const { id } = await send(service, '/v2/webhook', { url: receiver.url, events: ['provider.'] });
    receiver.answer = () => undefined;
    const { user_id } = await send(service, '/v2/user', { client_user_id: 'ada' });
    const { link_token } = await send(service, '/v2/link/token', { user_id });
    await send(service, '/v2/link/start', {}, link_token);
    const credentials = { username: 'ok@example.com', password: 'good-password' };
    await send(service, '/v2/link/provider/password/quartz_scale', credentials, link_token);
    await receiver.until(1);
    await service.end('SIGKILL');

    receiver.answer = (response) => void response.writeHead(204).end();
    service = await startChild({ DATA_DIR: folder });
    const [first, second] = await receiver.until(2);
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
    assert.equal(first?.body, second?.body);
    const log = async () => {
      const headers = { 'x-svc-api-key': sandboxKeys.apiKey };
      const response = await fetch(`${service.url}/v2/webhook/${id}/deliveries`, { headers });
      return ((await response.json()) as { data: { status: string; attempts: number }[] }).data;
    };
    while ((await log())[0]?.status === 'pending');
    assert.deepEqual(
      (await log()).map(({ status, attempts }) => [status, attempts]),
      [['success', 1]],
    );
    assert.equal(receiver.received.length, 2);
    assert.equal(await service.end('SIGTERM'), 0);
  });
});
