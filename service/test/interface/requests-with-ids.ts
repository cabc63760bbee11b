// Further requests to endpoints that can be called in several ways.
// They name things that the scenes in support/scenes.ts do not name.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { bulkImport, bulkPause, createUser, deleteUser, findLinkSessions, readUser } from 'svc-link/contract';
import type { Operation } from '../../src/openapi/index.js';
import { writeCursor } from '../../src/http/index.js';
import { provider, recipeFor } from '../support/bulk-service.js';
import { send, setScene, type OperationId, type Request, type Tenant } from '../support/scenes.js';
import type { TestService } from '../support/test-service.js';

type Requests = (service: TestService, tenant: Tenant) => Promise<readonly Partial<Request>[]>;

async function deletedUser(service: TestService, { apiKey }: Tenant) {
  const client_user_id = randomUUID();
  const { body } = await service.call(createUser, { apiKey, body: { client_user_id } });
  await service.call(deleteUser, { apiKey, params: { user_id: body.user_id } });
  return { user_id: body.user_id, client_user_id };
}

/** A user with a connection through the team's own application. */
async function importedUser(service: TestService, { apiKey }: Tenant): Promise<string> {
  const userId = await service.newUser(apiKey);
  const body = { provider, connections: [recipeFor(userId)], wait_for_completion: true };
  const { body: outcome } = await service.call(bulkImport, { apiKey, body });
  assert.deepEqual(outcome.user_ids_imported, [userId]);
  return userId;
}

const byOperation: Requests = async (service, { apiKey }) => {
  const body = { provider, user_ids: [await service.newUser(apiKey)] };
  const { headers } = await service.call(bulkPause, { apiKey, body });
  return [{ query: { id: headers.get('location')?.split('=')[1] } }];
};

export const otherRequests: Readonly<Partial<Record<OperationId, Requests>>> = {
  undoDeleteUser: async (service, tenant) => {
    const users = [];
    for (let count = 0; count < 3; count += 1) users.push(await deletedUser(service, tenant));
    const [first, second, third] = users;
    return [
      { body: { client_user_id: first?.client_user_id } },
      { body: {}, query: { user_id: second?.user_id } },
      { body: {}, query: { client_user_id: third?.client_user_id } },
    ];
  },
  bulkExport: async (service, tenant) => [
    { body: { provider, user_ids: [await importedUser(service, tenant)] } },
  ],
  bulkPause: async (service, tenant) => [
    { body: { provider, user_ids: [await importedUser(service, tenant)] } },
  ],
  listBulkOperations: byOperation,
  listTeamBulkOperations: byOperation,
  listAuditEntries: (_service, { teamId }) => Promise.resolve([{ query: { team_id: teamId } }]),
  findLinkSessions: async (service, { apiKey, orgId, teamId, managementKeys: [key] }) => {
    const link = await service.newLink({}, apiKey);
    await service.signIn(link, 'ok@example.com');
    const { body: user } = await service.call(readUser, { apiKey, params: { user_id: link.userId } });
    const { body: found } = await service.call(findLinkSessions, {
      params: { org_id: orgId, team_id: teamId },
      query: { link_session_id: link.sessionId },
      headers: { 'x-management-key': key },
    });
    const request_id = found.data[0]?.way.find((step) => step.request_id !== null)?.request_id;
    return [
      { query: { link_session_id: link.sessionId } },
      { query: { request_id } },
      { query: { client_user_id: user.client_user_id } },
    ];
  },
};

/** The cursor after the first entry of a tenant's list, if the page size can be set to one. */
export async function cursorOf(
  service: TestService,
  operation: Operation,
  asked: Request,
  { fields, ...tenant }: Tenant & { readonly fields: readonly string[] },
): Promise<Request['query']> {
  const { apiKey, teamId } = tenant;
  // A webhook that was just made has received nothing, so two orders are made, whose events it receives.
  for (let count = 0; count < 2; count += 1) {
    const { body } = await setScene(service, 'createOrder', tenant);
    await service.app.request('/v3/order', {
      ...{ method: 'POST', headers: { 'x-svc-api-key': apiKey } },
      body: JSON.stringify(body),
    });
  }
  const size = ['page_size', 'limit', 'size'].find((name) => fields.includes(name));
  // The size of a page of teams cannot be set, so this writes a cursor in the usual form.
  if (size === undefined) return { next_cursor: writeCursor({ moment: new Date(0), id: teamId }) };
  const response = await send(service, operation, { ...asked, query: { ...asked.query, [size]: 1 } });
  const { next_cursor } = (await response.json()) as { readonly next_cursor: string | null };
  return { next_cursor };
}
