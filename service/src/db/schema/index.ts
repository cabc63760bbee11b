// The types of the tables as they are now, one file for each domain. `migrations` creates the tables.
import type {
  OrgTable,
  TeamTable,
  ApiKeyTable,
  ManagementKeyTeamTable,
  AppUserTable,
  UserCountTable,
} from './accounts.js';
import type { BulkOperationTable, BulkChunkTable } from './bulk.js';
import type {
  ConnectionTable,
  UnnamedAccountTable,
  HistoricalPullTable,
  PulledDayTable,
  CustomCredentialsTable,
} from './connections.js';
import type {
  NoticeSubscriberTable,
  ProviderActivityTable,
  ProviderBudgetTable,
  ProviderGrantTable,
  ProviderOfferTable,
  ProviderRevocationTable,
  UnnamedGrantTable,
  UnnamedTokensTable,
} from './grants.js';
import type { InsuranceTable, LabOrderTable, AppointmentTable, AppointmentEventTable } from './labs.js';
import type {
  LinkCountedTable,
  LinkDayTable,
  LinkHandoffTable,
  LinkConnectionTable,
  LinkSessionTable,
  LinkStepTable,
  SignInTryTable,
  OauthAttemptTable,
} from './links.js';
import type { SandboxGrantTable, SandboxTokenTable } from './sandbox.js';
import type {
  AuditEntryTable,
  ConsoleSessionTable,
  ConsoleSignInTable,
  DataKeyTable,
  KeptAnswerTable,
  MasterKeyTable,
  ServiceClockTable,
  ServiceProcessTable,
} from './service.js';
import type { EventTable, WebhookTable, WebhookDeliveryTable } from './webhooks.js';

export type { Brand } from './accounts.js';
export type { BulkOutcome } from './bulk.js';
export type { StoredItem } from './connections.js';
export type { OpenedBy, SessionState } from './links.js';
export type { SealedColumnName } from './sealed.js';

export interface Tables {
  audit_entry: AuditEntryTable;
  console_session: ConsoleSessionTable;
  service_process: ServiceProcessTable;
  console_sign_in: ConsoleSignInTable;
  kept_answer: KeptAnswerTable;
  org: OrgTable;
  team: TeamTable;
  api_key: ApiKeyTable;
  management_key_team: ManagementKeyTeamTable;
  app_user: AppUserTable;
  user_count: UserCountTable;
  link_session: LinkSessionTable;
  link_handoff: LinkHandoffTable;
  link_connection: LinkConnectionTable;
  link_step: LinkStepTable;
  link_day: LinkDayTable;
  /** Like `link_day`, but over all sessions of past days. */
  link_total: LinkDayTable;
  link_counted: LinkCountedTable;
  connection: ConnectionTable;
  sign_in_try: SignInTryTable;
  unnamed_account: UnnamedAccountTable;
  provider_grant: ProviderGrantTable;
  provider_activity: ProviderActivityTable;
  provider_budget: ProviderBudgetTable;
  provider_revocation: ProviderRevocationTable;
  provider_offer: ProviderOfferTable;
  unnamed_grant: UnnamedGrantTable;
  unnamed_tokens: UnnamedTokensTable;
  notice_subscriber: NoticeSubscriberTable;
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
  data_key: DataKeyTable;
  master_key: MasterKeyTable;
  service_clock: ServiceClockTable;
}
