// Makes what an endpoint needs before it can succeed, and the request that then succeeds.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  breakConnection,
  createApiKey,
  createManagementKey,
  createOrder,
  createWebhook,
  deleteUser,
  deleteWebhook,
  listAppointmentSlots,
  listWebhookDeliveries,
  listWebhooks,
  setCustomCredentials,
} from 'svc-link/contract';
import { hash } from '../../src/crypto/index.js';
import { operations, type Operation } from '../../src/openapi/index.js';
import { pullDue } from '../../src/pulls/index.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { recipeFor } from './bulk-service.js';
import { insurance } from './insurance-records.js';
import { openOnPhone } from './phone.js';
import { repeatRequest } from './repeat-request.js';
import type { TestService } from './test-service.js';

/** A request to an endpoint. */
export interface Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Sent as it is, instead of the body. */
  readonly raw?: string | Uint8Array;
}
/** The team that sends a request, with the keys that reach it. */
export interface Tenant {
  readonly orgId: string;
  readonly teamId: string;
  readonly apiKey: string;
  /** Keys of the organization. The first one is sent. None of them is ever deleted. */
  readonly managementKeys: readonly [string, ...string[]];
  /** The address that receives its webhooks. */
  readonly webhookUrl: string;
}
type Scene = (service: TestService, tenant: Tenant) => Promise<Partial<Request>>;

export type OperationId = keyof typeof operations;
export const all: readonly (readonly [OperationId, Operation])[] = Object.entries(operations) as never;

const withToken = (token: string) => ({ headers: { 'x-svc-link-token': token } });
/** The team that a sandbox starts with. */
const sandbox: Tenant = {
  orgId: seededOrg,
  teamId: seededTeam,
  apiKey: sandboxKeys.apiKey,
  managementKeys: [sandboxKeys.managementKey],
  // No webhook arrives at this address.
  webhookUrl: 'https://nowhere.invalid/',
};

/** A user with a connection. */
async function connected(
  service: TestService,
  { apiKey }: Tenant,
): Promise<{ user_id: string; provider: string }> {
  const link = await service.newLink({}, apiKey);
  await service.signIn(link, 'ok@example.com');
  return { user_id: link.userId, provider: 'quartz_scale' };
}

const range = { start_date: '2026-05-01', end_date: '2026-05-31' };
const inRange = () => Promise.resolve({ query: range });
/** The team's own application, which is required to move connections. */
const withOwnApplication = (service: TestService, { apiKey }: Tenant) =>
  service.call(setCustomCredentials, {
    apiKey,
    params: { provider: 'aurora_ring' },
    body: { client_id: 'own', client_secret: 'secret' },
  });
/** A lab test of the catalogue. */
const labTest = '00000000-0000-4000-8000-000000000110';
async function newOrder(service: TestService, { apiKey }: Tenant): Promise<string> {
  const body = { user_id: await service.newUser(apiKey), lab_test_id: labTest };
  return (await service.call(createOrder, { apiKey, body })).body.id;
}
/** Makes a webhook. Deletes most of the earlier ones, because the number of webhooks of a team is limited. */
async function newWebhook(service: TestService, { apiKey, webhookUrl }: Tenant): Promise<string> {
  const { body: before } = await service.call(listWebhooks, { apiKey });
  for (const { id } of before.webhooks.slice(0, -5))
    await service.call(deleteWebhook, { apiKey, params: { id } });
  const { body } = await service.call(createWebhook, { apiKey, body: { url: webhookUrl } });
  return body.id;
}

const ofOrg = ({ orgId, managementKeys: [key] }: Tenant) => ({
  params: { org_id: orgId },
  headers: { 'x-management-key': key },
});
const ofTeam = ({ orgId, teamId }: Tenant) => ({ org_id: orgId, team_id: teamId });

/**
 * Deletes most of the earlier keys, except those that the tenant needs, because the number of keys of an organization is limited.
 */
async function withoutOldKeys({ deps: { db } }: TestService, { orgId, managementKeys }: Tenant) {
  const rows = await db
    .selectFrom('api_key')
    .select('id')
    .where('org_id', '=', orgId)
    .where('hash', 'not in', managementKeys.map(hash))
    .orderBy('created_on')
    .execute();
  for (const { id } of rows.slice(0, -20)) await db.deleteFrom('api_key').where('id', '=', id).execute();
}

async function ofNewManagementKey(service: TestService, tenant: Tenant) {
  await withoutOldKeys(service, tenant);
  const body = { name: 'one more', kind: 'org' } as const;
  const made = await service.call(createManagementKey, { ...ofOrg(tenant), body });
  return { org_id: tenant.orgId, id: made.body.id };
}

/** A new team, because a request may turn off its switches, and all other requests need the first team's. */
const ofNewTeam = async (service: TestService, { orgId }: Tenant) => ({
  org_id: orgId,
  team_id: (await service.newTeam(orgId)).id,
});

async function ofNewApiKey(service: TestService, tenant: Tenant) {
  const params = await ofNewTeam(service, tenant);
  const { headers } = ofOrg(tenant);
  const { body } = await service.call(createApiKey, { params, headers, body: { name: 'one more' } });
  return { ...params, id: body.id };
}

/** Only of endpoints that need more than their credential and the ids in their path. */
const scenes: Readonly<Partial<Record<OperationId, Scene>>> = {
  createUser: () => Promise.resolve({ body: { client_user_id: randomUUID() } }),
  undoDeleteUser: async (service, tenant) => {
    const user_id = await service.newUser(tenant.apiKey);
    await service.call(deleteUser, { apiKey: tenant.apiKey, params: { user_id } });
    return { body: { user_id } };
  },
  createInsurance: () => Promise.resolve({ body: insurance }),
  listUserProviders: async (service, tenant) => ({ params: await connected(service, tenant) }),
  disconnectProvider: async (service, tenant) => ({ params: await connected(service, tenant) }),
  createLinkToken: async (service, tenant) => ({ body: { user_id: await service.newUser(tenant.apiKey) } }),
  isLinkTokenValid: async (service, tenant) => ({
    body: { token: (await service.newToken({}, tenant.apiKey)).token },
  }),
  extendLinkToken: async (service, tenant) => ({
    body: { link_token: (await service.newToken({}, tenant.apiKey)).token },
  }),
  confirmLinkSession: async (service, tenant) => {
    const link = await service.newLink({ confirm: 'host' }, tenant.apiKey);
    const { body } = await service.signIn(link, 'ok@example.com');
    return { params: { link_session_id: link.sessionId }, body: { confirm_code: body.confirm_code } };
  },
  startLink: async (service, tenant) => ({
    body: { link_token: (await service.newToken({}, tenant.apiKey)).token },
  }),
  leaveLink: async (service, tenant) => ({
    ...withToken((await service.newLink({}, tenant.apiKey)).token),
    params: { step: 'sign-in' },
  }),
  disconnectLink: async (service, tenant) =>
    withToken((await service.newLink({ manage: true }, tenant.apiKey)).token),
  startOauth: () => Promise.resolve({ params: { provider: 'aurora_ring' } }),
  makeHandoff: () => Promise.resolve({ body: {} }),
  sendHandoffNumber: async (service, tenant) => {
    const link = await service.newLink({ confirm: 'host' }, tenant.apiKey);
    const phone = await openOnPhone(service, link);
    return { ...withToken(link.token), body: { number: phone.number } };
  },
  linkWithPassword: () =>
    Promise.resolve({ body: { username: 'ok@example.com', password: 'good-password' } }),
  completeMfa: async (service, tenant) => {
    const link = await service.newLink({}, tenant.apiKey);
    await service.signIn(link, 'sms@example.com');
    return { ...withToken(link.token), body: { mfa_code: '123456' } };
  },
  readActivitySummary: inRange,
  readBodySummary: inRange,
  readMealSummary: inRange,
  readSleepSummary: inRange,
  readWorkoutsSummary: inRange,
  readTimeseries: () => Promise.resolve({ params: { resource: 'glucose' }, query: range }),
  readProfileSummary: async (service, tenant) => {
    const params = await connected(service, tenant);
    await pullDue(service.deps, service.clock.now());
    return { params };
  },
  listHistoricalPulls: async (service, tenant) => ({
    query: { user_id: (await connected(service, tenant)).user_id },
  }),
  prepareCustomCredentials: () => Promise.resolve({ params: { provider: 'aurora_ring' } }),
  setCustomCredentials: () =>
    Promise.resolve({
      params: { provider: 'aurora_ring' },
      body: { client_id: 'own', client_secret: 'secret' },
    }),
  bulkImport: async (service, tenant) => {
    await withOwnApplication(service, tenant);
    return {
      body: { provider: 'aurora_ring', connections: [recipeFor(await service.newUser(tenant.apiKey))] },
    };
  },
  bulkExport: async (service, tenant) => {
    await withOwnApplication(service, tenant);
    return { body: { provider: 'aurora_ring' } };
  },
  bulkPause: async (service, tenant) => ({
    body: { provider: 'aurora_ring', user_ids: [await service.newUser(tenant.apiKey)] },
  }),
  readAreaInfo: () => Promise.resolve({ query: { zip_code: '85004' } }),
  createWebhook: (_service, { webhookUrl }) => Promise.resolve({ body: { url: webhookUrl } }),
  getWebhook: async (service, tenant) => ({ params: { id: await newWebhook(service, tenant) } }),
  updateWebhook: async (service, tenant) => ({ params: { id: await newWebhook(service, tenant) }, body: {} }),
  deleteWebhook: async (service, tenant) => ({ params: { id: await newWebhook(service, tenant) } }),
  rotateWebhookSecret: async (service, tenant) => ({ params: { id: await newWebhook(service, tenant) } }),
  listWebhookDeliveries: async (service, tenant) => ({ params: { id: await newWebhook(service, tenant) } }),
  replayWebhookDelivery: async (service, tenant) => {
    const id = await newWebhook(service, tenant);
    await connected(service, tenant);
    const { body } = await service.call(listWebhookDeliveries, { apiKey: tenant.apiKey, params: { id } });
    return { params: { id, delivery_id: String(body.data[0]?.id) } };
  },
  findLinkSessions: async (service, tenant) => ({
    query: { user_id: (await service.newLink({}, tenant.apiKey)).userId },
  }),
  listBrokenConnections: async (service, tenant) => {
    await service.signIn(await service.newLink({}, tenant.apiKey), 'pull-fail@example.com');
    await pullDue(service.deps, service.clock.now());
    return { query: { provider: 'quartz_scale' } };
  },
  listUserConnections: async (service, tenant) => {
    const { user_id } = await connected(service, tenant);
    return { params: { ...ofTeam(tenant), user_id } };
  },
  createReconnectLink: async (service, tenant) => {
    const { user_id } = await connected(service, tenant);
    const body = { user_id, provider: 'quartz_scale' };
    await service.call(breakConnection, { apiKey: tenant.apiKey, body });
    return {
      params: { ...ofTeam(tenant), user_id },
      body: { provider: 'quartz_scale' },
    };
  },
  createTeam: () => Promise.resolve({ body: { name: 'One more', region: 'eu' } }),
  updateTeam: async (service, tenant) => ({
    params: await ofNewTeam(service, tenant),
    body: { name: 'Another' },
  }),
  deleteTeam: async (service, tenant) => ({
    params: await ofNewTeam(service, tenant),
  }),
  createManagementKey: async (service, tenant) => {
    await withoutOldKeys(service, tenant);
    return { body: { name: 'one more', kind: 'team', team_ids: [tenant.teamId] } };
  },
  deleteManagementKey: async (service, tenant) => ({ params: await ofNewManagementKey(service, tenant) }),
  rotateManagementKey: async (service, tenant) => ({
    params: await ofNewManagementKey(service, tenant),
    body: {},
  }),
  createApiKey: async (service, tenant) => ({
    params: await ofNewTeam(service, tenant),
    body: { name: 'one more' },
  }),
  deleteApiKey: async (service, tenant) => ({ params: await ofNewApiKey(service, tenant) }),
  rotateApiKey: async (service, tenant) => ({ params: await ofNewApiKey(service, tenant), body: {} }),
  listOrderSetMarkers: () => Promise.resolve({ body: { lab_test_ids: [labTest] } }),
  createOrder: async (service, tenant) => ({
    body: { user_id: await service.newUser(tenant.apiKey), lab_test_id: labTest },
  }),
  listAppointmentSlots: async (service, tenant) => ({ body: { order_id: await newOrder(service, tenant) } }),
  bookAppointment: async (service, tenant) => {
    const order_id = await newOrder(service, tenant);
    const { body } = await service.call(listAppointmentSlots, { apiKey: tenant.apiKey, body: { order_id } });
    const slot = body.slots.find(({ partner }) => partner === 'prompt');
    return { params: { order_id }, body: { booking_key: slot?.booking_key } };
  },
  breakConnection: async (service, tenant) => {
    const { user_id } = await connected(service, tenant);
    return { body: { user_id, provider: 'quartz_scale' } };
  },
  advanceClock: () => Promise.resolve({ body: { advance_seconds: 1 } }),
};

/** Makes what an endpoint needs, and returns a request that succeeds. */
export async function setScene(
  service: TestService,
  id: OperationId,
  tenant: Tenant = sandbox,
): Promise<Request> {
  const { endpoint }: Operation = operations[id];
  const own = await scenes[id]?.(service, tenant);
  const credential = async (): Promise<Readonly<Record<string, string>>> => {
    switch (endpoint.auth) {
      case 'none':
        return {};
      case 'api-key':
        return { 'x-svc-api-key': tenant.apiKey };
      case 'management-key':
        return ofOrg(tenant).headers;
      case 'link-token':
        return withToken((await service.newLink({}, tenant.apiKey)).token).headers;
      default:
        return endpoint satisfies never;
    }
  };
  const params: Record<string, string> = { ...own?.params };
  for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g))
    params[name] ??= await valueOf(service, name, tenant);
  return { query: {}, headers: own?.headers ?? (await credential()), ...own, params };
}

/** The value of a path's parameter, if the scene gives none. */
async function valueOf(service: TestService, name: string, tenant: Tenant): Promise<string> {
  switch (name) {
    case 'user_id':
      return service.newUser(tenant.apiKey);
    case 'link_session_id':
      return (await service.newLink({}, tenant.apiKey)).sessionId;
    case 'org_id':
      return tenant.orgId;
    case 'team_id':
      return tenant.teamId;
    case 'provider':
      return 'quartz_scale';
    case 'lab_test_id':
      return labTest;
    case 'order_id':
      return newOrder(service, tenant);
    default:
      return randomUUID();
  }
}

/** Sends a request to the endpoint of an operation. */
export function send(service: TestService, { endpoint }: Operation, request: Request): Promise<Response> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.params[name];
    assert.ok(value !== undefined);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query))
    for (const each of [value].flat())
      if (each !== null && each !== undefined) search.append(name, String(each));
  const body = request.raw ?? (request.body && JSON.stringify(request.body));
  const type = body === undefined ? undefined : { 'content-type': 'application/json' };
  return repeatRequest(endpoint, { ...type, ...request.headers }, async (headers) =>
    service.app.request(search.size > 0 ? `${path}?${search}` : path, {
      ...{ method: endpoint.method, headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
    }),
  );
}
