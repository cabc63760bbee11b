import type { ColumnType, Generated } from 'kysely';
import type {
  AppointmentPartner,
  ConnectionProblem,
  HistoricalPullState,
  Interpretation,
  LinkStep,
  OrderResult,
  OrderStatus,
} from 'svc-link/contract';

/** jsonb is written as text: node-postgres would take an array for an SQL array. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type SessionState =
  | 'created'
  | 'started'
  | 'pending_provider_mfa'
  | 'pending_confirmation'
  | 'success'
  | 'error';

export interface Brand {
  readonly name: string | null;
  readonly color: string | null;
  readonly logo: string | null;
}

interface OrgTable {
  id: string;
  name: string;
  created_on: Date;
}

interface TeamTable {
  id: string;
  org_id: string;
  name: string;
  region: 'us' | 'eu';
  /** The switches of SERVICE.md that are on. */
  flags: Json<readonly string[]>;
  brand: NullableJson<Brand>;
  terms_url: string | null;
  privacy_url: string | null;
  created_on: Date;
  /** From then on it is nobody's; the row goes when the last of its users is forgotten. */
  deleted_on: Generated<Date | null>;
}

interface ApiKeyTable {
  id: string;
  /** `team`: an API key. Management keys are of the whole organization (`org`) or of some of its teams (`teams`). */
  kind: 'team' | 'org' | 'teams';
  /** Of an API key. */
  team_id: string | null;
  /** Of a management key. */
  org_id: string | null;
  name: string;
  /** SHA-256 of the key; the key itself is nowhere. */
  hash: Uint8Array;
  prefix: string;
  last4: string;
  /** The settings name it. */
  seeded: Generated<boolean>;
  created_on: Date;
}

/** The teams that a management key of some teams reaches. */
interface ManagementKeyTeamTable {
  key_id: string;
  team_id: string;
}

interface AppUserTable {
  id: string;
  /** Where it stands in the list, which is read by offset: what is new comes at the end. PostgreSQL's bigint. */
  place: Generated<string>;
  team_id: string;
  client_user_id: string | null;
  created_on: Date;
  deleted_on: Date | null;
  fallback_birth_date: NullableJson<Fallback & { readonly value: string }>;
  fallback_time_zone: NullableJson<Fallback & { readonly id: string }>;
}

/** Who said what stands in for a provider's word: `manual` is the team itself. */
export interface Fallback {
  readonly source_slug: string;
  /** ISO 8601. */
  readonly updated_at: string;
}

/** How many users a team has that are not deleted: the sum over its parts, of which each may be below 0. */
interface UserCountTable {
  team_id: string;
  part: number;
  users: number;
}

interface LinkSessionTable {
  id: string;
  team_id: string;
  user_id: string;
  token_hash: Uint8Array;
  state: SessionState;
  /** The provider of the latest try; before the first one, the provider that the token names. */
  provider: string | null;
  /** The one provider that the token is for. */
  only_provider: string | null;
  filter: NullableJson<readonly string[]>;
  redirect_url: string | null;
  on_error: 'redirect' | null;
  on_close: 'redirect' | null;
  allowed_origins: NullableJson<readonly string[]>;
  app_name: string | null;
  user_label: string | null;
  confirm: 'host' | null;
  reject_duplicate: boolean;
  /** Counts the tries begun. An answer is stored only where it is still that of the latest try. */
  attempt: Generated<number>;
  error_type: string | null;
  /** The account at the provider that was connected. */
  provider_account: string | null;
  /** What the provider still asks for; encrypted, gone when the challenge ends. */
  challenge: Uint8Array | null;
  challenge_expires_at: Date | null;
  wrong_codes: Generated<number>;
  /** Sign-ins and codes that a provider refused, and those under way. */
  refused_sign_ins: Generated<number>;
  /** A connection that waits for the team's server; encrypted. */
  pending_connection: Uint8Array | null;
  confirm_hash: Uint8Array | null;
  confirm_expires_at: Date | null;
  /** The browser that may go on by its cookie, in place of the token. */
  browser_hash: Uint8Array | null;
  /** How that browser came by the session: from an address, once; or by our own page. Null where none did. */
  started_via: 'link' | 'page' | null;
  /** A page's form brought that browser here: every end leads back. */
  comes_home: Generated<boolean>;
  /** The page that the form came from; the way home where the token names none. */
  return_url: string | null;
  created_on: Date;
  started_on: Date | null;
  expires_at: Date;
  ended_on: Date | null;
}

/** The way of a session, for the figures of its team. Rows are only added; they go with their session. */
interface LinkStepTable {
  id: Generated<string>;
  session_id: string;
  team_id: string;
  /** When the session was opened, as YYYY-MM-DD in UTC: what the rows are counted by. */
  day: string;
  /** `challenged` and `connected` stand for `signed_in` too, which is noted only where neither follows. */
  step: LinkStep | 'problem';
  provider: string | null;
  /** Of a problem. */
  error_type: string | null;
  at: Date;
}

interface ConnectionTable {
  id: string;
  team_id: string;
  user_id: string;
  provider: string;
  /** The provider's id of the account, or a digest of the user name where it has no other. */
  provider_account: string;
  credentials: Uint8Array;
  scopes_granted: Json<readonly string[]>;
  scopes_denied: Json<readonly string[]>;
  /** Only one that is `connected` is pulled. */
  status: 'connected' | 'error' | 'paused';
  /** What broke it; stays while one that is broken is paused. */
  error_details: NullableJson<ConnectionProblem>;
  /** Of the team's own application that the credentials serve; null for the one that teams share. */
  application: string | null;
  created_on: Date;
  /** When the next day is asked for; null where nothing was asked for yet. */
  next_pull_at: Generated<Date | null>;
  /** Real time: until then a process has claimed it to pull it. */
  pull_until: Generated<Date | null>;
}

/** Connections whose account an earlier version called by the user of ours. */
/** How often an account at a provider was refused of late, by a digest of its user name. */
interface SignInTryTable {
  team_id: string;
  account: string;
  /** In milliseconds. */
  times: Json<readonly number[]>;
  latest: Date;
}

interface UnnamedAccountTable {
  connection_id: string;
}

interface HistoricalPullTable {
  id: string;
  connection_id: string;
  resource: string;
  status: HistoricalPullState;
  /** Failed tries so far. */
  attempts: number;
  error_details: NullableJson<{ readonly error_type: string; readonly error_message: string }>;
  /** Days, as YYYY-MM-DD. */
  range_start: string;
  range_end: string;
  /** The last day that was asked for with success; goes on day by day once the range is there. */
  pulled_until: string | null;
  /** When there is something to do, by the service's clock; null once it has ended. */
  next_attempt_at: Date | null;
  created_on: Date;
  ended_on: Date | null;
}

interface PulledDayTable {
  connection_id: string;
  resource: string;
  date: string;
  /** Encrypted, because it is health data. */
  sealed_items: Uint8Array | null;
  /** What an earlier version stored, until it is sealed. */
  unsealed_items: NullableJson<readonly StoredItem[]>;
}

/** An item as a summary or event has it, without whose it is. */
export interface StoredItem {
  readonly id: string;
  readonly [field: string]: unknown;
}

interface OauthAttemptTable {
  id: string;
  session_id: string;
  provider: string;
  ticket_hash: Uint8Array;
  state_hash: Uint8Array | null;
  cookie_hash: Uint8Array | null;
  /** PKCE verifier, encrypted. */
  verifier: Uint8Array | null;
  nonce: string | null;
  display: string | null;
  return_url: string | null;
  attempt: number;
  created_on: Date;
  used_on: Date | null;
  superseded: Generated<boolean>;
  expires_at: Date;
}

interface SandboxGrantTable {
  id: string;
  provider: string;
  code_hash: Uint8Array;
  client_id: string;
  redirect_uri: string;
  code_challenge: string | null;
  scopes: Json<readonly string[]>;
  account: string;
  created_on: Date;
  used_on: Date | null;
}

interface SandboxTokenTable {
  id: string;
  grant_id: string | null;
  provider: string;
  client_id: string;
  kind: 'access' | 'refresh';
  hash: Uint8Array;
  scopes: Json<readonly string[]>;
  account: string;
  created_on: Date;
  expires_at: Date | null;
  used_on: Date | null;
}

interface EventTable {
  id: string;
  team_id: string;
  user_id: string;
  client_user_id: string | null;
  event_type: string;
  /** Over whose connection of the user it came, if over any. */
  provider: string | null;
  /** Encrypted, because it is health data. */
  sealed_data: Uint8Array | null;
  /** What an earlier version stored, until it is sealed. */
  unsealed_data: NullableJson<object>;
  created_on: Date;
  /** Since when it only waits for its deliveries to end, and goes with the last of them. */
  ended_on: Generated<Date | null>;
}

interface CustomCredentialsTable {
  team_id: string;
  provider: string;
  /** By which the application is found: the client id, hashed. */
  application: string;
  /** Client id and secret; encrypted. */
  credentials: Uint8Array;
  updated_on: Date;
}

interface BulkOperationTable {
  id: string;
  team_id: string;
  type: 'bulk_import' | 'bulk_pause';
  provider: string;
  status: 'in_progress' | 'success' | 'failure' | 'aborted';
  total: number;
  /** How many were tried, with those that failed. */
  processed: number;
  failed: number;
  /** Somebody waits to hear what became of each item. */
  keeps_outcome: boolean;
  started_at: Date;
  ended_at: Date | null;
}

interface BulkChunkTable {
  operation_id: string;
  position: number;
  /** What is still to do; encrypted. Null once it was tried. */
  items: Uint8Array | null;
  outcome: NullableJson<BulkOutcome>;
}

/** What became of the items of a chunk, by user. */
export interface BulkOutcome {
  readonly done: readonly string[];
  readonly failed: readonly string[];
}

interface InsuranceTable {
  id: string;
  user_id: string;
  /** The record as it was answered; encrypted, because it is health data. */
  record: Uint8Array;
  created_on: Date;
}

interface WebhookTable {
  id: string;
  team_id: string;
  kind: 'webhook' | 'event_hub';
  url: string;
  /** Beginnings of event types; none is all of them. */
  events: Json<readonly string[]>;
  routes: Json<readonly { readonly prefix: string; readonly url: string }[]>;
  /** Encrypted: some are credentials at the team's side. */
  headers: Uint8Array;
  /** Encrypted, as the one is that it took the place of. */
  secret: Uint8Array;
  old_secret: Uint8Array | null;
  /** Real time. */
  old_secret_until: Date | null;
  status: 'enabled' | 'disabled';
  disabled_reason: 'requested' | 'gone' | 'failing' | null;
  /** Real time: the first failure since the last success. */
  failing_since: Date | null;
  /** What arrived last was answered late. */
  slow: Generated<boolean>;
  created_on: Date;
}

interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  event_id: string;
  status: 'pending' | 'success' | 'failed';
  /** Counts the attempts that ended. An attempt counts only while it is the next one. */
  attempts: Generated<number>;
  /** How many of the waits between attempts are over; a replay begins anew. */
  retries: Generated<number>;
  response_status: number | null;
  error: string | null;
  /** Real time. */
  next_attempt_at: Date | null;
  created_on: Date;
}

interface LabOrderTable {
  id: string;
  /** Where it stands in the list, which is read by offset: what is new comes at the end. PostgreSQL's bigint. */
  place: Generated<string>;
  team_id: string;
  user_id: string;
  lab_test_id: string;
  status: OrderStatus;
  interpretation: Interpretation | null;
  /** Encrypted, because they are health data. */
  sealed_results: Uint8Array | null;
  /** What an earlier version stored, until it is sealed. */
  unsealed_results: NullableJson<readonly OrderResult[]>;
  /** When results come, by the service's clock; null once they are in, and while a visit is before the patient. */
  results_due_at: Date | null;
  results_on: Date | null;
  /** Where it stands among those with results, as `place` among all. */
  results_place: Generated<string | null>;
  created_on: Date;
  updated_on: Date;
}

type VisitStatus = 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';

interface AppointmentTable {
  id: string;
  order_id: string;
  partner: AppointmentPartner;
  /** SHA-256 of the booking key, which is good once. */
  key_hash: Uint8Array;
  status: VisitStatus;
  /** Whether the booking goes on after its request. */
  background: boolean;
  notes: string | null;
  start_at: Date;
  end_at: Date;
  /** When it is cancelled where it was not confirmed, by the service's clock. */
  confirm_by: Date;
  /** When something happens to it next, by the service's clock; null once it has ended. */
  due_at: Date | null;
  /** Why it was cancelled. */
  reason: string | null;
  created_on: Date;
}

interface AppointmentEventTable {
  appointment_id: string;
  status: VisitStatus;
  created_on: Date;
}

/** One row: by what the key is known that everything sealed was sealed with. */
interface MasterKeyTable {
  id: number;
  fingerprint: string;
  created_on: Date;
}

interface ServiceClockTable {
  id: number;
  advanced_seconds: number;
}

export interface Tables {
  org: OrgTable;
  team: TeamTable;
  api_key: ApiKeyTable;
  management_key_team: ManagementKeyTeamTable;
  app_user: AppUserTable;
  user_count: UserCountTable;
  link_session: LinkSessionTable;
  link_step: LinkStepTable;
  connection: ConnectionTable;
  sign_in_try: SignInTryTable;
  unnamed_account: UnnamedAccountTable;
  historical_pull: HistoricalPullTable;
  pulled_day: PulledDayTable;
  oauth_attempt: OauthAttemptTable;
  sandbox_grant: SandboxGrantTable;
  sandbox_token: SandboxTokenTable;
  event: EventTable;
  custom_credentials: CustomCredentialsTable;
  bulk_operation: BulkOperationTable;
  bulk_chunk: BulkChunkTable;
  insurance: InsuranceTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  lab_order: LabOrderTable;
  appointment: AppointmentTable;
  appointment_event: AppointmentEventTable;
  master_key: MasterKeyTable;
  service_clock: ServiceClockTable;
}
