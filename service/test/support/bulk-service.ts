// A team that moves connections: its switches, its own application, its users.
import { setImmediate as turn } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import {
  bulkImport,
  listBulkOperations,
  setCustomCredentials,
  type BulkOperation,
  type ConnectionRecipe,
} from 'svc-link/contract';
import type { TestService } from './test-service.js';

export const provider = 'aurora_ring';

export interface BulkTeam {
  readonly id: string;
  readonly apiKey: string;
  /** Makes users without any connection. */
  users(count: number): Promise<string[]>;
  import(connections: readonly ConnectionRecipe[], wait?: boolean): ReturnType<typeof sendImport>;
  operations(query?: {
    id?: string;
    next_cursor?: string;
    page_size?: number;
  }): Promise<{ data: BulkOperation[]; next_cursor: string | null }>;
  /** Reads the operation at the answer's `Location` until it has ended, and returns it. */
  ended(answer: { readonly headers: Headers }): Promise<BulkOperation>;
}

/** A team with both switches on and an application of its own. */
export async function newBulkTeam(service: TestService, clientId: string = randomUUID()): Promise<BulkTeam> {
  const { id, apiKey } = await service.newTeam();
  const { db, clock } = service.deps;
  await db
    .updateTable('team')
    .set({ flags: JSON.stringify(['bulk_import', 'bulk_export', 'management']) })
    .where('id', '=', id)
    .execute();
  await service.call(setCustomCredentials, {
    apiKey,
    params: { provider },
    body: { client_id: clientId, client_secret: `secret-of-${clientId}` },
  });
  const team: BulkTeam = {
    id,
    apiKey,
    async users(count) {
      const rows = Array.from({ length: count }, () => ({
        id: randomUUID(),
        team_id: id,
        client_user_id: randomUUID(),
        created_on: clock.now(),
        deleted_on: null,
      }));
      for (let start = 0; start < count; start += 1000)
        await db
          .insertInto('app_user')
          .values(rows.slice(start, start + 1000))
          .execute();
      return rows.map((row) => row.id);
    },
    import: (connections, wait) => sendImport(service, apiKey, connections, wait),
    async operations(query) {
      return (await service.call(listBulkOperations, { apiKey, ...(query && { query }) })).body;
    },
    async ended({ headers }) {
      const operationId = headers.get('location')?.split('=')[1] ?? '';
      for (;;) {
        const [operation] = (await team.operations({ id: operationId })).data;
        if (operation && operation.status !== 'in_progress') return operation;
        // PGlite answers within one turn of the event loop, and the operation's work needs another turn.
        await turn();
      }
    },
  };
  return team;
}

const sendImport = (
  service: TestService,
  apiKey: string,
  connections: readonly ConnectionRecipe[],
  wait?: boolean,
) =>
  service.call(bulkImport, {
    apiKey,
    body: { provider, connections: [...connections], ...(wait && { wait_for_completion: true }) },
  });

/** A connection that a fictional provider accepts as one of the team's. */
export const recipeFor = (user_id: string, more: Partial<ConnectionRecipe> = {}): ConnectionRecipe => ({
  user_id,
  access_token: `good-${user_id}`,
  refresh_token: `refresh-${user_id}`,
  provider_id: `account-${user_id}`,
  expires_at: 4_000_000_000,
  oauth_scopes: ['profile.read', 'sleep.read'],
  ...more,
});
