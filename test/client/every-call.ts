// Every call of the client with its method, path and body.
import type { Client, ManagedCallOptions, RepeatableCallOptions } from '../../src/client/index.js';
import { insurance } from '../../service/src/openapi/operations/insurance-example.js';

export const id = '00000000-0000-4000-8000-00000000000a';
const may = { start_date: '2026-05-01', end_date: '2026-05-31' };
const inMay = '?start_date=2026-05-01&end_date=2026-05-31';

export type Call = readonly [
  method: string,
  path: string,
  send: (call?: ManagedCallOptions & RepeatableCallOptions) => Promise<unknown>,
  body?: unknown,
];

/** Calls with an API key. */
export const teamCalls = (client: Client): readonly Call[] => [
  ['POST', '/v2/link/token', (call) => client.createLinkToken({ user_id: id }, call), { user_id: id }],
  ['POST', '/v2/link/token/extend', (call) => client.extendLinkToken('t', call), { link_token: 't' }],
  ['GET', '/v2/link/session/s%201', (call) => client.readLinkSession('s 1', call)],
  [
    'POST',
    '/v2/link/session/s/confirm',
    (call) => client.confirmLinkSession('s', 'c', call),
    { confirm_code: 'c' },
  ],
  [
    'POST',
    '/sandbox/connection/break',
    (call) => client.breakConnection(id, 'p', call),
    { user_id: id, provider: 'p' },
  ],
  ['POST', '/v2/user', (call) => client.createUser({ client_user_id: 'u' }, call), { client_user_id: 'u' }],
  ['GET', `/v2/user/${id}`, (call) => client.readUser(id, call)],
  ['GET', '/v2/user/', (call) => client.listUsers(undefined, call)],
  ['GET', '/v2/user/?offset=5&limit=10', (call) => client.listUsers({ offset: 5, limit: 10 }, call)],
  ['POST', `/v2/user/${id}/insurance`, (call) => client.createInsurance(id, insurance, call), insurance],
  [
    'GET',
    '/v3/order/area/info?zip_code=85004&labs=alder_labs&labs=cedar_clinical',
    (call) =>
      client.readAreaInfo({ zip_code: '85004', labs: ['alder_labs', 'cedar_clinical'], lab: null }, call),
  ],
  ['DELETE', `/v2/user/${id}`, (call) => client.deleteUser(id, call)],
  ['GET', `/v2/user/${id}/export`, (call) => client.exportUser(id, call)],
  ['DELETE', `/v2/user/${id}/p`, (call) => client.disconnectProvider(id, 'p', call)],
  [
    'POST',
    '/v2/user/undo_delete',
    (call) => client.undoDeleteUser({ client_user_id: 'u' }, call),
    { client_user_id: 'u' },
  ],
  ['GET', `/v2/user/providers/${id}`, (call) => client.listUserProviders(id, call)],
  ['GET', '/v2/providers', (call) => client.listProviders(call)],
  ['GET', `/v2/summary/activity/${id}${inMay}`, (call) => client.readActivitySummary(id, may, call)],
  ['GET', `/v2/summary/body/${id}${inMay}`, (call) => client.readBodySummary(id, may, call)],
  ['GET', `/v2/summary/meal/${id}${inMay}`, (call) => client.readMealSummary(id, may, call)],
  ['GET', `/v2/summary/profile/${id}`, (call) => client.readProfileSummary(id, call)],
  ['GET', `/v2/summary/sleep/${id}${inMay}`, (call) => client.readSleepSummary(id, may, call)],
  ['GET', `/v2/summary/workouts/${id}${inMay}`, (call) => client.readWorkoutsSummary(id, may, call)],
  ['GET', `/v2/timeseries/glucose/${id}${inMay}`, (call) => client.readTimeseries(id, 'glucose', may, call)],
  ['GET', `/v2/introspect/historical_pull?user_id=${id}`, (call) => client.listHistoricalPulls(id, call)],
  ['POST', '/v2/link/bulk_export', (call) => client.bulkExport({ provider: 'p' }, call), { provider: 'p' }],
  ['GET', '/v2/link/bulk_op', (call) => client.listBulkOperations(undefined, call)],
  ['POST', '/v2/team/custom_credentials/p/prepare', (call) => client.prepareCustomCredentials('p', call)],
  [
    'PUT',
    '/v2/team/custom_credentials/p',
    (call) => client.setCustomCredentials('p', { client_id: 'i', client_secret: 's' }, call),
    { client_id: 'i', client_secret: 's' },
  ],
  ['GET', '/v3/lab_tests?page=2&size=10', (call) => client.listLabTests({ page: 2, size: 10 }, call)],
  ['GET', `/v3/lab_tests/${id}/markers`, (call) => client.listLabTestMarkers(id, undefined, call)],
  [
    'POST',
    '/v3/lab_tests/list_order_set_markers?size=5',
    (call) => client.listOrderSetMarkers({ lab_test_ids: [id] }, { size: 5 }, call),
    { lab_test_ids: [id] },
  ],
  [
    'POST',
    '/v3/order',
    (call) => client.createOrder({ user_id: id, lab_test_id: id }, call),
    { user_id: id, lab_test_id: id },
  ],
  ['GET', `/v3/order/${id}`, (call) => client.readOrder(id, call)],
  [
    'GET',
    '/v3/orders?interpretation=critical',
    (call) => client.listOrders({ interpretation: 'critical' }, call),
  ],
  [
    'POST',
    '/v3/order/phlebotomy/appointment/availability',
    (call) => client.listAppointmentSlots({ order_id: id }, call),
    { order_id: id },
  ],
  [
    'POST',
    `/v3/order/${id}/phlebotomy/appointment/book`,
    (call) => client.bookAppointment(id, { booking_key: 'k' }, call),
    { booking_key: 'k' },
  ],
];

/** Calls with an API key, or with a management key if the call names a team. */
export const managedCalls = (client: Client): readonly Call[] => [
  ['POST', '/v2/webhook', (call) => client.createWebhook({ url: 'u' }, call), { url: 'u' }],
  ['GET', '/v2/webhook', (call) => client.listWebhooks(call)],
  ['GET', '/v2/webhook/w', (call) => client.getWebhook('w', call)],
  ['PATCH', '/v2/webhook/w', (call) => client.updateWebhook('w', { url: 'u' }, call), { url: 'u' }],
  ['DELETE', '/v2/webhook/w', (call) => client.deleteWebhook('w', call)],
  ['POST', '/v2/webhook/w/secret/rotate', (call) => client.rotateWebhookSecret('w', call)],
  [
    'GET',
    '/v2/webhook/w/deliveries?page_size=5',
    (call) => client.listWebhookDeliveries('w', { page_size: 5 }, call),
  ],
  ['POST', '/v2/webhook/w/deliveries/d/replay', (call) => client.replayWebhookDelivery('w', 'd', call)],
];

/** Calls with a management key. */
export const organizationCalls = (client: Client): readonly Call[] => [
  ['GET', '/v1/org/o/team', (call) => client.listTeams('o', undefined, call)],
  [
    'GET',
    '/v1/org/o/team?region=us&region=eu',
    (call) => client.listTeams('o', { region: ['us', 'eu'] }, call),
  ],
  [
    'GET',
    '/v1/org/o/team?search_query=a%26b',
    (call) => client.listTeams('o', { search_query: 'a&b', region: null }, call),
  ],
  [
    'POST',
    '/v1/org/o/team',
    (call) => client.createTeam('o', { name: 'n', region: 'eu' }, call),
    { name: 'n', region: 'eu' },
  ],
  ['GET', '/v1/org/o/team/t', (call) => client.readTeam('o', 't', call)],
  ['PATCH', '/v1/org/o/team/t', (call) => client.updateTeam('o', 't', { name: 'n' }, call), { name: 'n' }],
  ['DELETE', '/v1/org/o/team/t', (call) => client.deleteTeam('o', 't', call)],
  [
    'POST',
    '/v1/org/o/management_key',
    (call) => client.createManagementKey('o', { name: 'n', kind: 'org' }, call),
    { name: 'n', kind: 'org' },
  ],
  ['GET', '/v1/org/o/audit', (call) => client.listAuditEntries('o', undefined, call)],
  [
    'GET',
    '/v1/org/o/audit?action=key.used',
    (call) => client.listAuditEntries('o', { action: 'key.used' }, call),
  ],
  ['GET', '/v1/org/o/management_key', (call) => client.listManagementKeys('o', call)],
  ['DELETE', '/v1/org/o/management_key/k', (call) => client.deleteManagementKey('o', 'k', call)],
  [
    'POST',
    '/v1/org/o/team/t/api_key',
    (call) => client.createApiKey('o', 't', { name: 'n' }, call),
    { name: 'n' },
  ],
  ['GET', '/v1/org/o/team/t/api_key', (call) => client.listApiKeys('o', 't', call)],
  ['DELETE', '/v1/org/o/team/t/api_key/k', (call) => client.deleteApiKey('o', 't', 'k', call)],
  ['POST', '/v1/org/o/team/t/api_key/k/rotate', (call) => client.rotateApiKey('o', 't', 'k', {}, call), {}],
  ['POST', '/v1/org/o/management_key/k/rotate', (call) => client.rotateManagementKey('o', 'k', {}, call), {}],
  ['GET', '/v1/org/o/team/t/link_funnel', (call) => client.readLinkFunnel('o', 't', undefined, call)],
  [
    'GET',
    '/v1/org/o/team/t/link_problems?start=2026-05-01&provider=p',
    (call) => client.readLinkProblems('o', 't', { start: '2026-05-01', provider: 'p' }, call),
  ],
  [
    'GET',
    '/v1/org/o/team/t/link_sessions?client_user_id=u',
    (call) => client.findLinkSessions('o', 't', { client_user_id: 'u' }, call),
  ],
  ['GET', '/v1/org/o/team/t/bulk_op', (call) => client.listTeamBulkOperations('o', 't', undefined, call)],
  [
    'GET',
    `/v1/org/o/team/t/bulk_op?id=${id}&page_size=5`,
    (call) => client.listTeamBulkOperations('o', 't', { id, page_size: 5 }, call),
  ],
  ['GET', '/v1/org/o/team/t/connection_counts', (call) => client.countTeamConnections('o', 't', call)],
  ['GET', '/v1/org/o/team/t/provider_health', (call) => client.readProviderHealth('o', 't', call)],
  [
    'GET',
    '/v1/org/o/team/t/broken_connection?provider=p&page_size=5',
    (call) => client.listBrokenConnections('o', 't', { provider: 'p', page_size: 5 }, call),
  ],
  ['GET', `/v1/org/o/team/t/user/${id}/connection`, (call) => client.listUserConnections('o', 't', id, call)],
  [
    'POST',
    `/v1/org/o/team/t/user/${id}/reconnect_link`,
    (call) => client.createReconnectLink('o', 't', id, 'p', call),
    { provider: 'p' },
  ],
  ['GET', '/v1/management_key', (call) => client.readOwnManagementKey(call)],
];

/** Calls without a key, or calls that send several requests. */
export const otherCalls = (client: Client): readonly Call[] => [
  ['POST', '/v2/link/token/isValid', (call) => client.isLinkTokenValid('t', call), { token: 't' }],
  ['POST', '/v2/link/bulk_import', (call) => client.bulkImport({ provider: 'p', connections: [] }, call)],
  ['POST', '/v2/link/bulk_pause', (call) => client.bulkPause({ provider: 'p', user_ids: [] }, call)],
  ['GET', '/v2/link/bulk_op', (call) => client.waitForBulkOperation(id, call)],
  ['POST', '/deliveries/replay', (call) => client.replayWebhookDeliveries('w', call)],
  ['GET', '/sandbox/clock', (call) => client.readClock(call)],
  ['POST', '/sandbox/clock', (call) => client.advanceClock(60, call)],
  ['GET', 'users', (call) => client.users(call).next()],
  ['GET', 'exported', (call) => client.exportedConnections({ provider: 'p' }, call).next()],
  ['GET', 'operations', (call) => client.bulkOperations(call).next()],
  ['GET', 'deliveries', (call) => client.webhookDeliveries('w', call).next()],
  ['GET', 'teams', (call) => client.teams('o', {}, call).next()],
  ['GET', 'tests', (call) => client.labTests(undefined, call).next()],
  ['GET', 'markers', (call) => client.labTestMarkers(id, undefined, call).next()],
  ['GET', 'ordered', (call) => client.orderSetMarkers({ lab_test_ids: [id] }, call).next()],
  ['GET', 'orders', (call) => client.orders(undefined, call).next()],
];
