import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, onTestFinished } from 'vitest';
import { createClient } from 'svc-link/client';

describe('the client in Node', () => {
  it('never follows a redirect with its key, and does not take it for an outage', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      paths.push(url);
      response.writeHead(302, { location: '/elsewhere' }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // it listens on a port, so this is no text
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', managementKey: 'm' });
    const wrong = { name: 'ClientError', code: 'service_error', status: 302 };
    await assert.rejects(client.listProviders(), wrong);
    await assert.rejects(client.createUser({}), wrong);
    await assert.rejects(client.bulkPause({ provider: 'p', user_ids: [] }), wrong);
    assert.deepEqual(paths, ['/v2/providers', '/v2/user', '/v2/link/bulk_pause']);
  });
});
