// What has to be there before an endpoint can succeed, and the request that then does.
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
  /** Sent in place of the body, as it is. */
  readonly raw?: string | Uint8Array;
}
type Scene = (service: TestService) => Promise<Partial<Request>>;

export type OperationId = keyof typeof operations;
export const all: readonly (readonly [OperationId, Operation])[] = Object.entries(operations) as never;

const withToken = (token: string) => ({ headers: { 'x-svc-link-token': token } });
const { apiKey, managementKey } = sandboxKeys;

/** A user who has connected a provider. */
async function connected(service: TestService): Promise<{ user_id: string; provider: string }> {
  const link = await service.newLink();
  await service.signIn(link, 'ok@example.com');
  return { user_id: link.userId, provider: 'quartz_scale' };
}

const range = { start_date: '2026-05-01', end_date: '2026-05-31' };
const inRange = () => Promise.resolve({ query: range });
/** The team's own application, which moving connections needs. */
const withOwnApplication = (service: TestService) =>
  service.call(setCustomCredentials, {
    apiKey,
    params: { provider: 'aurora_ring' },
    body: { client_id: 'own', client_secret: 'secret' },
  });
/** A test of the catalogue. */
const labTest = '00000000-0000-4000-8000-000000000110';
async function newOrder(service: TestService): Promise<string> {
  const body = { user_id: await service.newUser(), lab_test_id: labTest };
  return (await service.call(createOrder, { apiKey, body })).body.id;
}
/** Where no webhook arrives. */
const nowhere = 'https://nowhere.invalid/';

/** A webhook in place of all that were made before, of which a team has no more than some. */
async function newWebhook(service: TestService): Promise<string> {
  const { body: before } = await service.call(listWebhooks, { apiKey });
  for (const { id } of before.webhooks) await service.call(deleteWebhook, { apiKey, params: { id } });
  const { body } = await service.call(createWebhook, { apiKey, body: { url: nowhere } });
  return body.id;
}

const ofOrg = { params: { org_id: seededOrg }, headers: { 'x-management-key': managementKey } };

/** Of the management keys only the seeded one is left: an organization has no more than some. */
const withoutKeys = (service: TestService) =>
  service.deps.db.deleteFrom('api_key').where('org_id', '=', seededOrg).where('seeded', '=', false).execute();

async function ofNewManagementKey(service: TestService) {
  await withoutKeys(service);
  const body = { name: 'one more', kind: 'org' } as const;
  const made = await service.call(createManagementKey, { ...ofOrg, body });
  return { org_id: seededOrg, id: made.body.id };
}

async function ofNewApiKey(service: TestService) {
  const params = { org_id: seededOrg, team_id: (await service.newTeam()).id };
  const { body } = await service.call(createApiKey, {
    params,
    headers: ofOrg.headers,
    body: { name: 'one more' },
  });
  return { ...params, id: body.id };
}

/** Only of endpoints that need more than their credential and the ids in their path. */
const scenes: Readonly<Partial<Record<OperationId, Scene>>> = {
  createUser: () => Promise.resolve({ body: { client_user_id: randomUUID() } }),
  undoDeleteUser: async (service) => {
    const user_id = await service.newUser();
    await service.call(deleteUser, { apiKey, params: { user_id } });
    return { body: { user_id } };
  },
  createInsurance: () => Promise.resolve({ body: insurance }),
  listUserProviders: async (service) => ({ params: await connected(service) }),
  disconnectProvider: async (service) => ({ params: await connected(service) }),
  createLinkToken: async (service) => ({ body: { user_id: await service.newUser() } }),
  isLinkTokenValid: async (service) => ({ body: { token: (await service.newToken()).token } }),
  extendLinkToken: async (service) => ({ body: { link_token: (await service.newToken()).token } }),
  confirmLinkSession: async (service) => {
    const link = await service.newLink({ confirm: 'host' });
    const { body } = await service.signIn(link, 'ok@example.com');
    return { params: { link_session_id: link.sessionId }, body: { confirm_code: body.confirm_code } };
  },
  startLink: async (service) => ({ body: { link_token: (await service.newToken()).token } }),
  leaveLink: async (service) => ({
    ...withToken((await service.newLink()).token),
    params: { step: 'sign-in' },
  }),
  disconnectLink: async (service) => withToken((await service.newLink({ manage: true })).token),
  startOauth: () => Promise.resolve({ params: { provider: 'aurora_ring' } }),
  makeHandoff: () => Promise.resolve({ body: {} }),
  sendHandoffNumber: async (service) => {
    const link = await service.newLink({ confirm: 'host' });
    const phone = await openOnPhone(service, link);
    return { ...withToken(link.token), body: { number: phone.number } };
  },
  linkWithPassword: () =>
    Promise.resolve({ body: { username: 'ok@example.com', password: 'good-password' } }),
  completeMfa: async (service) => {
    const link = await service.newLink();
    await service.signIn(link, 'sms@example.com');
    return { ...withToken(link.token), body: { mfa_code: '123456' } };
  },
  readActivitySummary: inRange,
  readBodySummary: inRange,
  readMealSummary: inRange,
  readSleepSummary: inRange,
  readWorkoutsSummary: inRange,
  readTimeseries: () => Promise.resolve({ params: { resource: 'glucose' }, query: range }),
  readProfileSummary: async (service) => {
    const params = await connected(service);
    await pullDue(service.deps, service.clock.now());
    return { params };
  },
  listHistoricalPulls: async (service) => ({ query: { user_id: (await connected(service)).user_id } }),
  prepareCustomCredentials: () => Promise.resolve({ params: { provider: 'aurora_ring' } }),
  setCustomCredentials: () =>
    Promise.resolve({
      params: { provider: 'aurora_ring' },
      body: { client_id: 'own', client_secret: 'secret' },
    }),
  bulkImport: async (service) => {
    await withOwnApplication(service);
    return { body: { provider: 'aurora_ring', connections: [recipeFor(await service.newUser())] } };
  },
  bulkExport: async (service) => {
    await withOwnApplication(service);
    return { body: { provider: 'aurora_ring' } };
  },
  bulkPause: async (service) => ({
    body: { provider: 'aurora_ring', user_ids: [await service.newUser()] },
  }),
  readAreaInfo: () => Promise.resolve({ query: { zip_code: '85004' } }),
  createWebhook: () => Promise.resolve({ body: { url: nowhere } }),
  getWebhook: async (service) => ({ params: { id: await newWebhook(service) } }),
  updateWebhook: async (service) => ({ params: { id: await newWebhook(service) }, body: {} }),
  deleteWebhook: async (service) => ({ params: { id: await newWebhook(service) } }),
  rotateWebhookSecret: async (service) => ({ params: { id: await newWebhook(service) } }),
  listWebhookDeliveries: async (service) => ({ params: { id: await newWebhook(service) } }),
  replayWebhookDelivery: async (service) => {
    const id = await newWebhook(service);
    await connected(service);
    const { body } = await service.call(listWebhookDeliveries, { apiKey, params: { id } });
    return { params: { id, delivery_id: String(body.data[0]?.id) } };
  },
  findLinkSessions: async (service) => ({ query: { user_id: (await service.newLink()).userId } }),
  listBrokenConnections: async (service) => {
    await service.signIn(await service.newLink(), 'pull-fail@example.com');
    await pullDue(service.deps, service.clock.now());
    return { query: { provider: 'quartz_scale' } };
  },
  listUserConnections: async (service) => {
    const { user_id } = await connected(service);
    return { params: { org_id: seededOrg, team_id: seededTeam, user_id } };
  },
  createReconnectLink: async (service) => {
    const { user_id } = await connected(service);
    const body = { user_id, provider: 'quartz_scale' };
    await service.call(breakConnection, { apiKey, body });
    return {
      params: { org_id: seededOrg, team_id: seededTeam, user_id },
      body: { provider: 'quartz_scale' },
    };
  },
  createTeam: () => Promise.resolve({ body: { name: 'One more', region: 'eu' } }),
  // Not the team of all the others, whose switches a request may turn off.
  updateTeam: async (service) => ({
    params: { org_id: seededOrg, team_id: (await service.newTeam()).id },
    body: { name: 'Another' },
  }),
  deleteTeam: async (service) => ({
    params: { org_id: seededOrg, team_id: (await service.newTeam()).id },
  }),
  createManagementKey: async (service) => {
    await withoutKeys(service);
    return { body: { name: 'one more', kind: 'team', team_ids: [seededTeam] } };
  },
  deleteManagementKey: async (service) => ({ params: await ofNewManagementKey(service) }),
  rotateManagementKey: async (service) => ({ params: await ofNewManagementKey(service), body: {} }),
  createApiKey: async (service) => ({
    params: { org_id: seededOrg, team_id: (await service.newTeam()).id },
    body: { name: 'one more' },
  }),
  deleteApiKey: async (service) => ({ params: await ofNewApiKey(service) }),
  rotateApiKey: async (service) => ({ params: await ofNewApiKey(service), body: {} }),
  listOrderSetMarkers: () => Promise.resolve({ body: { lab_test_ids: [labTest] } }),
  createOrder: async (service) => ({ body: { user_id: await service.newUser(), lab_test_id: labTest } }),
  listAppointmentSlots: async (service) => ({ body: { order_id: await newOrder(service) } }),
  bookAppointment: async (service) => {
    const order_id = await newOrder(service);
    const { body } = await service.call(listAppointmentSlots, { apiKey, body: { order_id } });
    const slot = body.slots.find(({ partner }) => partner === 'prompt');
    return { params: { order_id }, body: { booking_key: slot?.booking_key } };
  },
  breakConnection: async (service) => {
    const { user_id } = await connected(service);
    return { body: { user_id, provider: 'quartz_scale' } };
  },
  advanceClock: () => Promise.resolve({ body: { advance_seconds: 1 } }),
};

/** Makes what an endpoint needs and answers a request that succeeds. */
export async function setScene(service: TestService, id: OperationId): Promise<Request> {
  const { endpoint }: Operation = operations[id];
  const own = await scenes[id]?.(service);
  const credential = async (): Promise<Readonly<Record<string, string>>> => {
    switch (endpoint.auth) {
      case 'none':
        return {};
      case 'api-key':
        return { 'x-svc-api-key': apiKey };
      case 'management-key':
        return { 'x-management-key': managementKey };
      case 'link-token':
        return withToken((await service.newLink()).token).headers;
      default:
        return endpoint satisfies never;
    }
  };
  const params: Record<string, string> = { ...own?.params };
  for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g))
    params[name] ??= await valueOf(service, name);
  return { query: {}, headers: own?.headers ?? (await credential()), ...own, params };
}

/** What a parameter of a path stands for where a scene says nothing of it. */
async function valueOf(service: TestService, name: string): Promise<string> {
  switch (name) {
    case 'user_id':
      return service.newUser();
    case 'link_session_id':
      return (await service.newLink()).sessionId;
    case 'org_id':
      return seededOrg;
    case 'team_id':
      return seededTeam;
    case 'provider':
      return 'quartz_scale';
    case 'lab_test_id':
      return labTest;
    case 'order_id':
      return newOrder(service);
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
