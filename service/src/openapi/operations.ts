// Every endpoint of the service, a line each. A test holds this list to the routes and to the contract, so that
// nothing answers without being here. An endpoint that is new is added here, in the group of its tag.
import {
  advanceClock,
  bookAppointment,
  bulkExport,
  bulkImport,
  bulkPause,
  completeMfa,
  confirmLinkSession,
  createApiKey,
  createInsurance,
  createLinkToken,
  createManagementKey,
  createTeam,
  createOrder,
  createUser,
  createWebhook,
  deleteApiKey,
  deleteManagementKey,
  deleteTeam,
  deleteUser,
  deleteWebhook,
  disconnectProvider,
  getWebhook,
  isLinkTokenValid,
  linkWithPassword,
  listApiKeys,
  listAppointmentSlots,
  listBulkOperations,
  listHistoricalPulls,
  listLabTestMarkers,
  listLabTests,
  listLinkProviders,
  listManagementKeys,
  readOwnManagementKey,
  listOrders,
  listOrderSetMarkers,
  listProviders,
  listTeams,
  listUserProviders,
  listUsers,
  prepareCustomCredentials,
  readActivitySummary,
  readAreaInfo,
  readBodySummary,
  listWebhookDeliveries,
  listWebhooks,
  readClock,
  readLinkFunnel,
  readLinkProblems,
  readLinkSession,
  readLinkState,
  readMealSummary,
  readOrder,
  readProfileSummary,
  readSleepSummary,
  readTeam,
  readUser,
  readWorkoutsSummary,
  setCustomCredentials,
  replayWebhookDelivery,
  rotateWebhookSecret,
  startLink,
  startOauth,
  teamsOnPage,
  undoDeleteUser,
  updateTeam,
  updateWebhook,
  type Endpoint,
} from 'svc-link/contract';
import { readDocument, readHealth, readReadiness } from './own-endpoints.js';

/** The groups of the documentation, in its order. */
export const tags = {
  Users: 'The people who use your product.',
  'Link tokens': 'Made by your server for one user and one link, and handed to the widget.',
  Linking: 'What the widget calls, from any page, with a link token.',
  Providers: 'What can be connected.',
  Data: 'What connections brought, and how far the data from before them has come.',
  'Moving connections':
    'Many connections in and out of a team, and the OAuth applications that they are bound to.',
  Webhooks: 'Where events go, and what became of each.',
  Management: 'The teams of an organization, and their keys. With a management key.',
  'Lab testing': 'What laboratories measure, orders of it, the visits at which samples are taken, and where.',
  Service: 'The service itself, and its sandbox clock.',
} as const;
export type Tag = keyof typeof tags;

type Status = number | '4XX' | '5XX';

interface More {
  /** What the summary does not say. */
  readonly description?: string;
  /** The statuses of success and what they mean, where it is not 200 alone. */
  readonly success?: Readonly<Record<number, string>>;
  /** Refusals that do not follow from the endpoint's shape, and when they come. */
  readonly refusals?: Readonly<Partial<Record<Status, string>>>;
  /** Bodies to try, by what they show. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** Whether `Location` leads to what was begun. */
  readonly leadsOn?: true;
  /** In the embedded mode only. */
  readonly sandbox?: true;
}

/** An endpoint and what the documentation says of it. */
export interface Operation extends More {
  readonly endpoint: Endpoint;
  readonly tag: Tag;
  readonly summary: string;
}

const of = (endpoint: Endpoint, tag: Tag, summary: string, more: More = {}): Operation => ({
  endpoint,
  tag,
  summary,
  ...more,
});

const password = 'good-password';

/** All that an insurance record needs but the payor. */
const insurance = {
  member_id: 'M-1001',
  relationship: 'Self',
  insured: {
    first_name: 'Ada',
    last_name: 'Example',
    gender: 'female',
    dob: '1980-12-10',
    email: 'ada@example.com',
    phone_number: '+14155550100',
    address: { first_line: '1 Main Street', city: 'Sacramento', state: 'CA', zip: '95814', country: 'US' },
  },
};

/** By `operationId`, which is the endpoint's name in the contract. */
export const operations = {
  createUser: of(createUser, 'Users', 'Create a user', {
    refusals: {
      400: '`already_exists`: the `client_user_id` is taken; `user_id` and `created_on` are those of its user',
    },
    examples: { user: { client_user_id: 'your-id-of-the-person' } },
  }),
  listUsers: of(listUsers, 'Users', 'List the users of the team, the oldest first'),
  readUser: of(readUser, 'Users', 'Read a user'),
  deleteUser: of(deleteUser, 'Users', 'Delete a user', {
    description: 'The connections end at once, the rest after 7 days, in which it can be undone.',
  }),
  undoDeleteUser: of(undoDeleteUser, 'Users', 'Take back the deletion of a user', {
    description:
      'Names the user once: by one of the two ids, in the query or in the body. Connections stay ended.',
    refusals: {
      404: 'the user is unknown, not deleted, or gone for good',
      409: 'another user has taken the `client_user_id`',
    },
    examples: { 'by your own id': { client_user_id: 'your-id-of-the-person' } },
  }),
  listUserProviders: of(listUserProviders, 'Users', 'List what a user has connected'),
  disconnectProvider: of(disconnectProvider, 'Users', 'End a connection of a user'),
  createInsurance: of(createInsurance, 'Users', 'Attach an insurance record to a user', {
    description:
      "The insured is the patient. `MEDFED` and `MAIDFED` become the Medicare or Medicaid plan of the state in the address; `company` is the service's to say.",
    refusals: {
      403: '`feature_not_enabled`: `MEDFED` and `MAIDFED` are in closed beta; or the key is of another kind',
    },
    examples: {
      'a plan of the state': { ...insurance, payor_code: 'MAIDFED' },
      'a payor by its code': { ...insurance, payor_code: 'ACME1', group_id: 'G-1', is_primary: false },
    },
  }),

  createLinkToken: of(createLinkToken, 'Link tokens', 'Create a link token', {
    refusals: { 404: 'the user is unknown' },
    examples: {
      'for a page': {
        user_id: '00000000-0000-4000-8000-000000000003',
        allowed_origins: ['https://app.example.com'],
      },
      'for an app': {
        user_id: '00000000-0000-4000-8000-000000000003',
        redirect_url: 'com.example.app:/linked',
      },
    },
  }),
  isLinkTokenValid: of(isLinkTokenValid, 'Link tokens', 'Ask whether a link token can still be used'),
  readLinkSession: of(readLinkSession, 'Link tokens', 'Read how a link session stands'),
  confirmLinkSession: of(confirmLinkSession, 'Link tokens', 'Confirm a link session', {
    refusals: {
      400: '`confirm_code_wrong`: the code is not the one that the browser was given',
      409: '`not_waiting_for_confirmation`: it does not wait, or not any more',
    },
  }),

  startLink: of(startLink, 'Linking', 'Start a link: the session and its providers', {
    description: 'The token goes in the body or in the header `x-svc-link-token`.',
    refusals: {
      401: 'the link token does not serve',
      403: '`origin_not_allowed`: this page may not start it',
    },
  }),
  readLinkState: of(readLinkState, 'Linking', 'Read the state of the session'),
  listLinkProviders: of(listLinkProviders, 'Linking', 'List the providers that the link token offers'),
  startOauth: of(startOauth, 'Linking', 'Begin at an OAuth provider', {
    description: 'A later attempt supersedes this one. `oauth_url` is good once.',
    refusals: { 409: 'a later try with this token has begun' },
  }),
  linkWithPassword: of(linkWithPassword, 'Linking', 'Sign in with user name and password', {
    description:
      'The user name decides what a fictional provider does. A link token that does not serve is a link result too.',
    refusals: {
      409: '`attempt_superseded`: a later try with this token has begun',
      '4XX': 'what `status-NNN@…` asks for',
      '5XX': 'what `status-NNN@…` asks for; a 502 comes with a body that is not JSON',
    },
    examples: {
      success: { username: 'ok@example.com', password },
      'a code by text message (123456)': { username: 'sms@example.com', password },
      'two codes (123456, then 654321)': { username: 'twice@example.com', password },
      'a wrong password': { username: 'ok@example.com', password: 'wrong' },
      'an error of the provider': { username: 'error-provider_api_error@example.com', password },
      'too many requests': { username: 'status-429@example.com', password },
    },
  }),
  completeMfa: of(completeMfa, 'Linking', 'Answer with the code', {
    refusals: { 409: '`attempt_superseded`: a later try with this token has begun' },
    examples: { right: { mfa_code: '123456' }, wrong: { mfa_code: '000000' } },
  }),

  listProviders: of(listProviders, 'Providers', 'List every provider'),

  readActivitySummary: of(readActivitySummary, 'Data', 'Read days of movement'),
  readBodySummary: of(readBodySummary, 'Data', 'Read measurements of the body'),
  readMealSummary: of(readMealSummary, 'Data', 'Read meals'),
  readSleepSummary: of(readSleepSummary, 'Data', 'Read nights'),
  readWorkoutsSummary: of(readWorkoutsSummary, 'Data', 'Read workouts'),
  readProfileSummary: of(readProfileSummary, 'Data', 'Read who the user is', {
    description: 'As the provider that was connected last knows the person. Takes no dates.',
    refusals: { 404: 'the user is unknown, or `profile_not_found`: no provider gave a profile yet' },
  }),
  listHistoricalPulls: of(listHistoricalPulls, 'Data', 'List the historical pulls of a user', {
    refusals: { 404: 'the user is unknown' },
  }),
  prepareCustomCredentials: of(
    prepareCustomCredentials,
    'Moving connections',
    'Read what an application of your own is registered with',
  ),
  setCustomCredentials: of(
    setCustomCredentials,
    'Moving connections',
    'Set your own application with a provider',
    { examples: { application: { client_id: 'your-client-id', client_secret: 'your-client-secret' } } },
  ),
  bulkImport: of(bulkImport, 'Moving connections', 'Import connections', {
    description:
      'The body may have 64 MiB. Of the fictional providers, an `access_token` serves that was exported here or begins with `good`.',
    leadsOn: true,
    success: {
      200: 'with `wait_for_completion`: the operation has ended; `Location` leads to it',
      202: 'the operation was stored and goes on; `Location` leads to its progress',
    },
    refusals: {
      400: '`custom_credentials_missing`: set your own application with the provider first',
      403: '`feature_not_enabled`, or the key is of another kind',
    },
    examples: {
      'one connection': {
        provider: 'aurora_ring',
        connections: [
          {
            user_id: '00000000-0000-4000-8000-000000000003',
            access_token: 'good-access-token',
            refresh_token: 'good-refresh-token',
            provider_id: 'account-1',
            expires_at: 1_900_000_000,
            oauth_scopes: ['profile.read', 'sleep.read'],
          },
        ],
      },
    },
  }),
  bulkExport: of(bulkExport, 'Moving connections', 'Export connections', {
    description: 'Pause them first, so that nothing refreshes them meanwhile.',
    refusals: {
      400: '`custom_credentials_missing`: set your own application with the provider first',
      403: '`feature_not_enabled`, or the key is of another kind',
    },
    examples: { 'all users': { provider: 'aurora_ring' } },
  }),
  bulkPause: of(bulkPause, 'Moving connections', 'Pause connections', {
    leadsOn: true,
    success: { 202: 'the operation was stored and goes on; `Location` leads to its progress' },
    examples: {
      'one user': { provider: 'aurora_ring', user_ids: ['00000000-0000-4000-8000-000000000003'] },
    },
  }),
  listBulkOperations: of(listBulkOperations, 'Moving connections', 'List bulk operations, the newest first'),
  readAreaInfo: of(readAreaInfo, 'Lab testing', 'Read where blood can be drawn near a ZIP code', {
    refusals: { 404: '`zip_code_not_found`: no ZIP code has these digits; `lab_account_not_found`' },
  }),

  createWebhook: of(createWebhook, 'Webhooks', 'Create a webhook', {
    description: 'The secret that deliveries are signed with is shown this once.',
    refusals: { 409: '`too_many_webhooks`: a team has at most 50' },
    examples: {
      'all events': { url: 'https://team.example/webhooks' },
      'some of them': { url: 'https://team.example/webhooks', events: ['provider.', 'daily.data.sleep.'] },
      'an event hub': {
        url: 'https://hub.example/events',
        kind: 'event_hub',
        routes: [{ prefix: 'daily.data.', url: 'https://hub.example/daily' }],
        headers: { authorization: 'Bearer of-your-hub' },
      },
    },
  }),
  listWebhooks: of(listWebhooks, 'Webhooks', 'List the webhooks of the team, the oldest first'),
  getWebhook: of(getWebhook, 'Webhooks', 'Read a webhook'),
  updateWebhook: of(updateWebhook, 'Webhooks', 'Change a webhook', {
    description: 'Headers and lists are replaced whole. What is still to be sent goes by the new settings.',
    examples: { 'stop it': { status: 'disabled' } },
  }),
  deleteWebhook: of(deleteWebhook, 'Webhooks', 'Delete a webhook'),
  rotateWebhookSecret: of(rotateWebhookSecret, 'Webhooks', 'Make a new secret', {
    description: 'The one before signs beside it for 24 hours.',
  }),
  listWebhookDeliveries: of(listWebhookDeliveries, 'Webhooks', 'List deliveries, the latest first'),
  replayWebhookDelivery: of(replayWebhookDelivery, 'Webhooks', 'Send a delivery again', {
    success: { 202: 'It will be sent again' },
    refusals: { 409: '`webhook_disabled`: the webhook is disabled' },
  }),

  listTeams: of(listTeams, 'Management', 'List the teams of the organization, the oldest first', {
    description: `A page holds ${teamsOnPage} teams; \`region\` may be there twice.`,
  }),
  createTeam: of(createTeam, 'Management', 'Make a team', {
    examples: { 'in the European Union': { name: 'Nightshift', region: 'eu' } },
  }),
  readTeam: of(readTeam, 'Management', 'Read a team'),
  updateTeam: of(updateTeam, 'Management', 'Change a team', {
    description: 'What is absent stays, null takes away; `flags` are replaced whole.',
    refusals: {
      403: 'the key is of another kind or does not reach this, the switch `management` is off, or a key of some teams sends `flags`',
    },
    examples: {
      brand: {
        brand: { name: 'Acme Health', color: '#0b6e4f', logo: 'https://acme.example/logo.svg' },
        terms_url: 'https://acme.example/terms',
        privacy_url: 'https://acme.example/privacy',
      },
      switches: { flags: ['management', 'bulk_import'] },
    },
  }),
  deleteTeam: of(deleteTeam, 'Management', 'Delete a team for good', {
    description:
      'Keys, webhooks, link tokens and connections end at once, users with all that is theirs after 7 days.',
  }),
  readOwnManagementKey: of(readOwnManagementKey, 'Management', 'Read the management key that asks'),
  createManagementKey: of(createManagementKey, 'Management', 'Make a management key', {
    description: 'The key is shown this once.',
    refusals: { 409: '`too_many_keys`: an organization has at most 200' },
    examples: { 'of the organization': { name: 'deployment', kind: 'org' } },
  }),
  listManagementKeys: of(listManagementKeys, 'Management', 'List the management keys, the oldest first'),
  deleteManagementKey: of(deleteManagementKey, 'Management', 'Delete a management key', {
    refusals: { 409: '`last_org_key`: without this one nobody could get in' },
  }),
  createApiKey: of(createApiKey, 'Management', 'Make an API key of a team', {
    description: 'The key is shown this once.',
    refusals: { 409: '`too_many_keys`: a team has at most 50' },
    examples: { 'of a server': { name: 'production' } },
  }),
  listApiKeys: of(listApiKeys, 'Management', 'List the API keys of a team, the oldest first'),
  deleteApiKey: of(deleteApiKey, 'Management', 'Delete an API key'),
  readLinkFunnel: of(readLinkFunnel, 'Management', 'Read how far link sessions came', {
    description:
      'A session counts once for each step, on the day on which it was opened. Not everybody is `challenged`.',
  }),
  readLinkProblems: of(readLinkProblems, 'Management', 'Read what went wrong in link sessions', {
    description: 'By the day on which the session was opened.',
  }),
  listLabTests: of(listLabTests, 'Lab testing', 'List what can be ordered', {
    refusals: { 404: '`lab_account_not_found`' },
  }),
  listLabTestMarkers: of(listLabTestMarkers, 'Lab testing', 'List what a test measures', {
    refusals: { 404: '`lab_test_not_found`: unknown, or not offered; `lab_account_not_found`' },
  }),
  listOrderSetMarkers: of(
    listOrderSetMarkers,
    'Lab testing',
    'List what several tests and add-ons measure together',
    {
      description: 'Each marker once. Without tests and add-ons there are none.',
      refusals: { 404: '`lab_test_not_found`: unknown, or not offered; `lab_account_not_found`' },
      examples: {
        'two tests': {
          lab_test_ids: ['00000000-0000-4000-8000-000000000104', '00000000-0000-4000-8000-000000000105'],
        },
        'a test and an add-on': {
          lab_test_ids: ['00000000-0000-4000-8000-000000000104'],
          add_on: { provider_ids: ['ALD0012'] },
        },
      },
    },
  ),

  createOrder: of(createOrder, 'Lab testing', 'Order a test for a user', {
    description:
      'Without an appointment the patient is taken to go to the laboratory. Results come some days later, by the sandbox clock: a `client_user_id` that begins with `lab-normal`, `lab-abnormal` or `lab-critical` says which.',
    refusals: { 404: '`user_not_found` or `lab_test_not_found`' },
    examples: {
      order: {
        user_id: '00000000-0000-4000-8000-000000000003',
        lab_test_id: '00000000-0000-4000-8000-000000000104',
      },
    },
  }),
  readOrder: of(readOrder, 'Lab testing', 'Read an order, with its appointment and results'),
  listOrders: of(listOrders, 'Lab testing', 'List orders, the oldest first', {
    description: 'With an interpretation, in the order in which the results came.',
  }),
  listAppointmentSlots: of(listAppointmentSlots, 'Lab testing', 'List when somebody can come', {
    description:
      'A week of slots. The partner `prompt` confirms at once, `late` after 5 seconds, `never` never does, `failing` refuses.',
    refusals: { 404: '`order_not_found`' },
    examples: { 'the next week': { order_id: '00000000-0000-4000-8000-000000000004' } },
  }),
  bookAppointment: of(bookAppointment, 'Lab testing', 'Book a slot', {
    description:
      'Waits up to 10 seconds. With `async_confirmation` it waits less and answers with a pending appointment, which is cancelled where it is not confirmed in time.',
    refusals: {
      404: '`order_not_found`',
      409: '`appointment_exists`, `order_not_bookable`, `booking_key_used` or `slot_over`',
      500: '`appointment_not_confirmed`: the partner did not confirm; nothing is booked',
    },
    examples: {
      'wait for the confirmation': { booking_key: 'of-a-slot' },
      'in the background': { booking_key: 'of-a-slot', async_confirmation: true },
    },
  }),

  readHealth: of(readHealth, 'Service', 'Whether the process lives'),
  readReadiness: of(readReadiness, 'Service', 'Whether requests may be sent here', {
    refusals: { 503: '`stopping`, `no_database` or `no_jobs`' },
  }),
  readDocument: of(readDocument, 'Service', 'This document'),
  readClock: of(readClock, 'Service', 'Read the sandbox clock', { sandbox: true }),
  advanceClock: of(advanceClock, 'Service', 'Move the sandbox clock forward', {
    description: 'Answers after all that fell due was done.',
    refusals: { 403: 'a page of another site asked for it' },
    examples: { 'a day': { advance_seconds: 86_400 } },
    sandbox: true,
  }),
} satisfies Readonly<Record<string, Operation>>;
