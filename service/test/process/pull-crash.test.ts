import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, it } from 'vitest';
import { createClient, createLinkClient } from 'svc-link/client';
import { openEmbedded } from '../../src/db/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newDataFolder, startChild } from '../support/child-service.js';
import { startReceiver } from '../support/receiver.js';

const folder = newDataFolder();
afterAll(() => rmSync(folder, { recursive: true }));

it('historical pulls go on after kill -9: every day is there, and each event once', async () => {
  const env = { DATA_DIR: folder };
  let service = await startChild(env);
  const clientOf = ({ url }: { readonly url: string }) =>
    createClient({ baseUrl: url, apiKey: sandboxKeys.apiKey });

  let client = clientOf(service);
  const receiver = await startReceiver();
  afterAll(() => receiver.close());
  await client.createWebhook({ url: receiver.url, events: ['historical.'] });
  const users: string[] = [];
  for (let n = 0; n < 12; n++) {
    const { user_id } = await client.createUser({ client_user_id: randomUUID() });
    const { link_token } = await client.createLinkToken({ user_id });
    const link = createLinkClient({ baseUrl: service.url, token: () => link_token });
    await link.start();
    const credentials = { username: 'ok@example.com', password: 'good-password', region: null };
    assert.equal((await link.linkWithPassword('tundra_watch', credentials)).state, 'success');
    users.push(user_id);
  }
  // The last links were answered a moment ago, so their pulls are running or waiting.
  await service.end('SIGKILL');

  service = await startChild(env);
  client = clientOf(service);
  for (const user of users) {
    const statuses = async () => (await client.listHistoricalPulls(user)).data.map(({ status }) => status);
    let now = await statuses();
    while (now.some((status) => status !== 'success')) now = await statuses();
    assert.equal(now.length, 4);
  }
  assert.equal(await service.end('SIGTERM'), 0);

  const database = await openEmbedded(folder);
  try {
    const events = await database.db
      .selectFrom('event')
      .select(['user_id', 'event_type'])
      .where('event_type', 'like', 'historical.%')
      .execute();
    assert.equal(events.length, 4 * users.length);
    assert.equal(new Set(events.map(({ user_id, event_type }) => user_id + event_type)).size, events.length);
    const days = await database.db
      .selectFrom('pulled_day')
      .select('date')
      .where('resource', '=', 'sleep')
      .execute();
    assert.equal(days.length, 90 * users.length);
  } finally {
    await database.close();
  }
});
