import {
  advanceClock,
  bulkExport,
  bulkImport,
  bulkPause,
  confirmLinkSession,
  createInsurance,
  createLinkToken,
  createUser,
  createWebhook,
  deleteUser,
  deleteWebhook,
  disconnectProvider,
  extendLinkToken,
  getWebhook,
  isLinkTokenValid,
  listBulkOperations,
  listHistoricalPulls,
  listProviders,
  listUserProviders,
  listUsers,
  prepareCustomCredentials,
  readActivitySummary,
  readAreaInfo,
  readBodySummary,
  listWebhookDeliveries,
  listWebhooks,
  readClock,
  readLinkSession,
  readMealSummary,
  readProfileSummary,
  readSleepSummary,
  readUser,
  readWorkoutsSummary,
  setCustomCredentials,
  type Auth,
  replayWebhookDelivery,
  rotateWebhookSecret,
  undoDeleteUser,
  updateWebhook,
  type BodyOf,
  type BulkOperation,
  type Endpoint,
  type QueryOf,
  type ResponseOf,
  type User,
  type WebhookDelivery,
} from '../contract/index.js';
import { begin, waitForEnd, type Begun, type WaitOptions } from './bulk-operations.js';
import { managementCalls, type ManagementCalls } from './management-calls.js';
import { labCalls, type LabCalls } from './lab-calls.js';
import { eachFrom, eachOf } from './pages.js';
import { replayMissed } from './replay-missed.js';
import { createSend, type SendOptions } from './send.js';
import { checkUse } from './wrong-use.js';

/** The options of a client. A call whose key is missing rejects with `not_configured`. */
export interface ClientOptions extends SendOptions {
  /** The team's API key. Servers only: never put it in a page. */
  readonly apiKey?: string;
  /** A management key, for the endpoints of the organization. Servers only. */
  readonly managementKey?: string;
}

/** Options of any call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Options of a call that a management key may make as well. */
export interface ManagedCallOptions extends CallOptions {
  /** The team that it is for: the call then goes with the management key. Without it, with the API key. */
  readonly teamId?: string;
}

/** A deleted user, by your own id or by ours. */
export type DeletedUser = { readonly user_id: string } | { readonly client_user_id: string };

/** A connection as `bulkExport` answers it. */
export type ExportedConnection = ResponseOf<typeof bulkExport>['data'][number];

type Answer<E extends Endpoint> = Promise<ResponseOf<E>>;

/** The calls of a team's server and of an organization, one for each endpoint. */
export interface Client extends LabCalls, ManagementCalls {
  /** A link token for one of your users; hand it to the page, once. */
  createLinkToken(body: BodyOf<typeof createLinkToken>, call?: CallOptions): Answer<typeof createLinkToken>;
  /** Whether a link token can still be used. */
  isLinkTokenValid(token: string, call?: CallOptions): Answer<typeof isLinkTokenValid>;
  /**
   * Gives an unfinished link token 60 more minutes, up to 4 hours after it was made. One that is used up or expired
   * rejects with `code` `token_consumed` or `token_expired`.
   */
  extendLinkToken(linkToken: string, call?: CallOptions): Answer<typeof extendLinkToken>;
  /** How a link session ended. Trust this, not what a page or a redirect claims. */
  readLinkSession(linkSessionId: string, call?: CallOptions): Answer<typeof readLinkSession>;
  /**
   * Makes the connection of a session that waits for you (`confirm: "host"`), with the code that the browser
   * sent. Confirm only for the user who is signed in there.
   */
  confirmLinkSession(
    linkSessionId: string,
    confirmCode: string,
    call?: CallOptions,
  ): Answer<typeof confirmLinkSession>;
  /** A new user; a `client_user_id` that is taken rejects with `errorType` `already_exists` (spec 7). */
  createUser(body: BodyOf<typeof createUser>, call?: CallOptions): Answer<typeof createUser>;
  /** A user of yours, and what they have connected. */
  readUser(userId: string, call?: CallOptions): Answer<typeof readUser>;
  /** A page of your users, the oldest first (spec 4.5). */
  listUsers(query?: QueryOf<typeof listUsers>, call?: CallOptions): Answer<typeof listUsers>;
  /** All your users, a page at a time, as you go on: `for await (const user of client.users())`. */
  users(call?: CallOptions): AsyncGenerator<User, void, undefined>;
  /** Deletes a user; for 7 days it can be undone. */
  deleteUser(userId: string, call?: CallOptions): Answer<typeof deleteUser>;
  /** Brings a deleted user back, without the connections (spec 4.6). */
  undoDeleteUser(user: DeletedUser, call?: CallOptions): Answer<typeof undoDeleteUser>;
  /** Attaches an insurance record to a user (spec 4.1). */
  createInsurance(
    userId: string,
    body: BodyOf<typeof createInsurance>,
    call?: CallOptions,
  ): Answer<typeof createInsurance>;
  /** Ends the connection of a user with a provider. */
  disconnectProvider(userId: string, provider: string, call?: CallOptions): Answer<typeof disconnectProvider>;
  /** The providers that a user has connected (spec 4.2). */
  listUserProviders(userId: string, call?: CallOptions): Answer<typeof listUserProviders>;
  /** Every provider of the service. */
  listProviders(call?: CallOptions): Answer<typeof listProviders>;
  /** Days of movement, the earliest first (spec 4.13). */
  readActivitySummary(
    userId: string,
    range: QueryOf<typeof readActivitySummary>,
    call?: CallOptions,
  ): Answer<typeof readActivitySummary>;
  /** Measurements of the body, the earliest first (spec 4.13). */
  readBodySummary(
    userId: string,
    range: QueryOf<typeof readBodySummary>,
    call?: CallOptions,
  ): Answer<typeof readBodySummary>;
  /** Meals, the earliest first (spec 4.13). */
  readMealSummary(
    userId: string,
    range: QueryOf<typeof readMealSummary>,
    call?: CallOptions,
  ): Answer<typeof readMealSummary>;
  /** The person, as the provider that was connected last knows them (spec 4.13). */
  readProfileSummary(userId: string, call?: CallOptions): Answer<typeof readProfileSummary>;
  /** Nights, the earliest first (spec 4.13). */
  readSleepSummary(
    userId: string,
    range: QueryOf<typeof readSleepSummary>,
    call?: CallOptions,
  ): Answer<typeof readSleepSummary>;
  /** Workouts, the earliest first (spec 4.13). */
  readWorkoutsSummary(
    userId: string,
    range: QueryOf<typeof readWorkoutsSummary>,
    call?: CallOptions,
  ): Answer<typeof readWorkoutsSummary>;
  /** How far the data from before each connection has come (spec 3.4). */
  listHistoricalPulls(userId: string, call?: CallOptions): Answer<typeof listHistoricalPulls>;
  /** Imports connections, all as one operation; `operation_id` is what to follow it by (spec 4.3). */
  bulkImport(body: BodyOf<typeof bulkImport>, call?: CallOptions): Promise<Begun<typeof bulkImport>>;
  /** A page of the connections that your users have with a provider (spec 4.4). */
  bulkExport(body: BodyOf<typeof bulkExport>, call?: CallOptions): Answer<typeof bulkExport>;
  /** All of them, a page at a time, as you go on: `for await (const connection of client.exportedConnections(…))`. */
  exportedConnections(
    body: Omit<BodyOf<typeof bulkExport>, 'next_token'>,
    call?: CallOptions,
  ): AsyncGenerator<ExportedConnection, void, undefined>;
  /** Pauses the connections of users with a provider: nothing refreshes them until they are linked or imported again. */
  bulkPause(body: BodyOf<typeof bulkPause>, call?: CallOptions): Promise<Begun<typeof bulkPause>>;
  /** A page of your bulk operations, the newest first, or the one with `id`. */
  listBulkOperations(
    query?: QueryOf<typeof listBulkOperations>,
    call?: CallOptions,
  ): Answer<typeof listBulkOperations>;
  /** All your bulk operations of the last 30 days, the newest first, a page at a time. */
  bulkOperations(call?: CallOptions): AsyncGenerator<BulkOperation, void, undefined>;
  /** Waits until a bulk operation has ended, however long it takes, and returns it. `onProgress` is called with its progress. */
  waitForBulkOperation(operationId: string, call?: WaitOptions & CallOptions): Promise<BulkOperation>;
  /** What an application of your own has to be registered with at a provider. */
  prepareCustomCredentials(provider: string, call?: CallOptions): Answer<typeof prepareCustomCredentials>;
  /** Sets your own application with a provider; new links go by it. */
  setCustomCredentials(
    provider: string,
    body: BodyOf<typeof setCustomCredentials>,
    call?: CallOptions,
  ): Answer<typeof setCustomCredentials>;
  /** Where blood can be drawn near a ZIP code (spec 4.11). */
  readAreaInfo(query: QueryOf<typeof readAreaInfo>, call?: CallOptions): Answer<typeof readAreaInfo>;
  /** A destination for events. The answer holds the secret that they are signed with, this once. */
  createWebhook(body: BodyOf<typeof createWebhook>, call?: ManagedCallOptions): Answer<typeof createWebhook>;
  /** The webhooks of the team. */
  listWebhooks(call?: ManagedCallOptions): Answer<typeof listWebhooks>;
  /** A webhook. */
  getWebhook(webhookId: string, call?: ManagedCallOptions): Answer<typeof getWebhook>;
  /** Changes a webhook; `headers` and lists are replaced whole. */
  updateWebhook(
    webhookId: string,
    changes: BodyOf<typeof updateWebhook>,
    call?: ManagedCallOptions,
  ): Answer<typeof updateWebhook>;
  /** Deletes a webhook with its deliveries. */
  deleteWebhook(webhookId: string, call?: ManagedCallOptions): Answer<typeof deleteWebhook>;
  /** A new secret for a webhook; the one before signs beside it for 24 hours. */
  rotateWebhookSecret(webhookId: string, call?: ManagedCallOptions): Answer<typeof rotateWebhookSecret>;
  /** A page of what was sent to a webhook, the latest first. */
  listWebhookDeliveries(
    webhookId: string,
    query?: QueryOf<typeof listWebhookDeliveries>,
    call?: ManagedCallOptions,
  ): Answer<typeof listWebhookDeliveries>;
  /** All that was sent to a webhook in the last 30 days, a page at a time, as you go on; `status` chooses. */
  webhookDeliveries(
    webhookId: string,
    call?: ManagedCallOptions & {
      readonly status?: NonNullable<QueryOf<typeof listWebhookDeliveries>['status']>;
    },
  ): AsyncGenerator<WebhookDelivery, void, undefined>;
  /** Sends a delivery again, at once, whether it failed or waits for a retry. */
  replayWebhookDelivery(
    webhookId: string,
    deliveryId: string,
    call?: ManagedCallOptions,
  ): Answer<typeof replayWebhookDelivery>;
  /**
   * After an outage: sends again, at once, all of the last 30 days that has not arrived, whether it failed or waits for
   * a retry. Returns how many.
   */
  replayWebhookDeliveries(webhookId: string, call?: ManagedCallOptions): Promise<number>;
  /** The sandbox clock of an embedded service. */
  readClock(call?: CallOptions): Answer<typeof readClock>;
  /** Moves the sandbox clock forward and answers after all that fell due was done. */
  advanceClock(seconds: number, call?: CallOptions): Answer<typeof advanceClock>;
}

/**
 * A client for servers, with an API key or a management key. Every call rejects with a `ClientError`. Throws a
 * `TypeError` if `baseUrl` is no http: or https: address.
 */
export function createClient(options: ClientOptions): Client {
  checkUse(options);
  const credential = (auth: Auth): string | null =>
    (auth === 'api-key' ? options.apiKey : auth === 'management-key' ? options.managementKey : null) ?? null;
  const send = createSend(options, credential);
  const deliveriesOf: Client['listWebhookDeliveries'] = (webhookId, query = {}, call) =>
    send(keyed(listWebhookDeliveries, call), {
      params: { id: webhookId },
      query: { ...query, ...teamOf(call) },
      ...signalOf(call),
    });
  const exportPage: Client['bulkExport'] = (body, call) => send(bulkExport, { body, ...call });
  const operationsOf: Client['listBulkOperations'] = (query = {}, call) =>
    send(listBulkOperations, { query, ...call });
  const allDeliveriesOf: Client['webhookDeliveries'] = (webhookId, { status, ...call } = {}) =>
    eachFrom(async (next_cursor) => {
      const query = { page_size: 50, ...(status && { status }), ...(next_cursor && { next_cursor }) };
      const page = await deliveriesOf(webhookId, query, call);
      return { items: page.data, next: page.next_cursor };
    });
  const replay: Client['replayWebhookDelivery'] = (webhookId, deliveryId, call) =>
    send(keyed(replayWebhookDelivery, call), {
      params: { id: webhookId, delivery_id: deliveryId },
      query: teamOf(call),
      ...signalOf(call),
    });
  return {
    createLinkToken: (body, call) => send(createLinkToken, { body, ...call }),
    isLinkTokenValid: (token, call) => send(isLinkTokenValid, { body: { token }, ...call }),
    extendLinkToken: (linkToken, call) => send(extendLinkToken, { body: { link_token: linkToken }, ...call }),
    readLinkSession: (linkSessionId, call) =>
      send(readLinkSession, { params: { link_session_id: linkSessionId }, ...call }),
    confirmLinkSession: (linkSessionId, confirmCode, call) =>
      send(confirmLinkSession, {
        params: { link_session_id: linkSessionId },
        body: { confirm_code: confirmCode },
        ...call,
      }),
    createUser: (body, call) => send(createUser, { body, ...call }),
    readUser: (userId, call) => send(readUser, { params: { user_id: userId }, ...call }),
    listUsers: (query = {}, call) => send(listUsers, { query, ...call }),
    users: (call) =>
      eachOf(async (offset) => (await send(listUsers, { query: { offset, limit: 500 }, ...call })).users),
    deleteUser: (userId, call) => send(deleteUser, { params: { user_id: userId }, ...call }),
    undoDeleteUser: (user, call) => send(undoDeleteUser, { body: user, ...call }),
    createInsurance: (userId, body, call) =>
      send(createInsurance, { params: { user_id: userId }, body, ...call }),
    disconnectProvider: (userId, provider, call) =>
      send(disconnectProvider, { params: { user_id: userId, provider }, ...call }),
    listUserProviders: (userId, call) => send(listUserProviders, { params: { user_id: userId }, ...call }),
    listProviders: (call) => send(listProviders, { ...call }),
    readActivitySummary: (userId, range, call) =>
      send(readActivitySummary, { params: { user_id: userId }, query: range, ...call }),
    readBodySummary: (userId, range, call) =>
      send(readBodySummary, { params: { user_id: userId }, query: range, ...call }),
    readMealSummary: (userId, range, call) =>
      send(readMealSummary, { params: { user_id: userId }, query: range, ...call }),
    readProfileSummary: (userId, call) => send(readProfileSummary, { params: { user_id: userId }, ...call }),
    readSleepSummary: (userId, range, call) =>
      send(readSleepSummary, { params: { user_id: userId }, query: range, ...call }),
    readWorkoutsSummary: (userId, range, call) =>
      send(readWorkoutsSummary, { params: { user_id: userId }, query: range, ...call }),
    listHistoricalPulls: (userId, call) => send(listHistoricalPulls, { query: { user_id: userId }, ...call }),
    bulkImport: (body, call) => begin(options, credential, bulkImport, { body, ...call }),
    bulkExport: exportPage,
    exportedConnections: (body, call) =>
      eachFrom(async (next_token) => {
        const page = await exportPage({ ...body, next_token }, call);
        return { items: page.data, next: page.next_token };
      }),
    bulkPause: (body, call) => begin(options, credential, bulkPause, { body, ...call }),
    listBulkOperations: operationsOf,
    bulkOperations: (call) =>
      eachFrom(async (next_cursor) => {
        const query = { page_size: 50, ...(next_cursor && { next_cursor }) };
        const page = await operationsOf(query, call);
        return { items: page.data, next: page.next_cursor };
      }),
    waitForBulkOperation: (operationId, call) =>
      waitForEnd(options, (query) => operationsOf(query, signalOf(call)), operationId, call),
    prepareCustomCredentials: (provider, call) =>
      send(prepareCustomCredentials, { params: { provider }, ...call }),
    setCustomCredentials: (provider, body, call) =>
      send(setCustomCredentials, { params: { provider }, body, ...call }),
    readAreaInfo: (query, call) => send(readAreaInfo, { query, ...call }),
    createWebhook: (body, call) =>
      send(keyed(createWebhook, call), { body, query: teamOf(call), ...signalOf(call) }),
    listWebhooks: (call) => send(keyed(listWebhooks, call), { query: teamOf(call), ...signalOf(call) }),
    getWebhook: (webhookId, call) =>
      send(keyed(getWebhook, call), { params: { id: webhookId }, query: teamOf(call), ...signalOf(call) }),
    updateWebhook: (webhookId, body, call) =>
      send(keyed(updateWebhook, call), {
        params: { id: webhookId },
        body,
        query: teamOf(call),
        ...signalOf(call),
      }),
    deleteWebhook: (webhookId, call) =>
      send(keyed(deleteWebhook, call), { params: { id: webhookId }, query: teamOf(call), ...signalOf(call) }),
    rotateWebhookSecret: (webhookId, call) =>
      send(keyed(rotateWebhookSecret, call), {
        params: { id: webhookId },
        query: teamOf(call),
        ...signalOf(call),
      }),
    listWebhookDeliveries: deliveriesOf,
    webhookDeliveries: allDeliveriesOf,
    replayWebhookDelivery: replay,
    replayWebhookDeliveries: (webhookId, call) =>
      replayMissed(
        (status) => allDeliveriesOf(webhookId, { ...call, status }),
        (id) => replay(webhookId, id, call),
      ),
    ...managementCalls(send),
    ...labCalls(send),
    readClock: (call) => send(readClock, { ...call }),
    advanceClock: (seconds, call) => {
      // A sandbox with its own keys needs a key of either kind.
      const auth = options.apiKey ? 'api-key' : options.managementKey ? 'management-key' : 'none';
      return send({ ...advanceClock, auth }, { body: { advance_seconds: seconds }, ...call });
    },
  };
}

/** The endpoint with the credential of the call: a call that names a team is sent with the management key. */
const keyed = <E extends Endpoint>(endpoint: E, { teamId }: ManagedCallOptions = {}): E =>
  teamId === undefined ? endpoint : { ...endpoint, auth: 'management-key' };

const teamOf = ({ teamId }: ManagedCallOptions = {}) => (teamId === undefined ? {} : { team_id: teamId });

const signalOf = ({ signal }: ManagedCallOptions = {}) => (signal ? { signal } : {});
