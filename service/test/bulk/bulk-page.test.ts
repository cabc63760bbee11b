import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createClient, type Client } from 'svc-link/client';
import { newBulkTeam, provider, recipeFor, type BulkTeam } from '../support/bulk-service.js';
import { codeOf } from '../support/page-code.js';
import { startTestService, type TestService } from '../support/test-service.js';

const codeWith = codeOf('bulk.md');

describe('the code of docs/bulk.md', () => {
  let service: TestService;
  let team: BulkTeam;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService();
    team = await newBulkTeam(service);
    client = createClient({
      baseUrl: 'http://127.0.0.1',
      apiKey: team.apiKey,
      fetch: (input, init) => Promise.resolve(service.app.request(String(input), init)),
    });
  });
  afterAll(() => service.stop());

  it('sets an application, imports, follows it to its end, and exports the same', async () => {
    const lines: string[] = [];
    const console = { log: (...words: unknown[]) => void lines.push(words.join(' ')) };
    await codeWith('prepareCustomCredentials', 'null')({ client, provider, console });
    assert.match(lines[0] ?? '', /^allow http.* and \S/);

    const connections = (await team.users(3)).map((user) => recipeFor(user));
    const scope = { client, provider, connections, console };
    const ended = await codeWith('onProgress', 'ended')(scope);
    assert.deepEqual([lines.at(-2), lines.at(-1)], ['3 of 3', 'success 0 failed']);
    assert.equal((ended as { processed: number }).processed, 3);

    const waited = await codeWith('wait_for_completion', '({ user_ids_imported, user_ids_failed })')(scope);
    assert.deepEqual(waited, {
      user_ids_imported: connections.map(({ user_id }) => user_id),
      user_ids_failed: [],
    });

    const stored: { user_id: string }[] = [];
    await codeWith(
      'exportedConnections',
      'null',
    )({
      client,
      provider,
      store: (one: { user_id: string }) => void stored.push(one),
    });
    const byUser = (one: { user_id: string }, other: { user_id: string }) =>
      one.user_id < other.user_id ? -1 : 1;
    assert.deepEqual(stored.sort(byUser), connections.sort(byUser));
    const [paused] = (await team.operations()).data;
    assert.deepEqual([paused?.type, paused?.status, paused?.failed], ['bulk_pause', 'success', 0]);
  });
});
