import type { Auth } from '../contract/index.js';
import { bulkCalls, type BulkCalls } from './bulk-calls.js';
import type { ClientOptions } from './client-options.js';
import { labCalls, type LabCalls } from './lab-calls.js';
import { linkCalls, type LinkCalls } from './link-calls.js';
import { managementCalls, type ManagementCalls } from './management-calls.js';
import { providerCalls, type ProviderCalls } from './provider-calls.js';
import { sandboxCalls, type SandboxCalls } from './sandbox-calls.js';
import { createServerSend } from './server-send.js';
import { summaryCalls, type SummaryCalls } from './summary-calls.js';
import { userCalls, type UserCalls } from './user-calls.js';
import { webhookCalls, type WebhookCalls } from './webhook-calls.js';
import { checkUse } from './wrong-use.js';

/** The calls of a team's server and of an organization, one for each endpoint. */
export interface Client
  extends
    LinkCalls,
    UserCalls,
    ProviderCalls,
    SummaryCalls,
    BulkCalls,
    LabCalls,
    WebhookCalls,
    ManagementCalls,
    SandboxCalls {}

/**
 * A client for servers, with an API key or a management key. A call whose request fails rejects with a `ClientError`. Throws a
 * `TypeError` if `baseUrl` is not an http: or https: address, or a key has characters that no key can have.
 */
export function createClient(options: ClientOptions): Client {
  checkUse(options);
  // An empty key comes from an environment variable that is not set.
  const credential = (auth: Auth): string | null =>
    (auth === 'api-key' ? options.apiKey : auth === 'management-key' ? options.managementKey : null) || null;
  const send = createServerSend(options, credential);
  return {
    ...linkCalls(send),
    ...userCalls(send),
    ...providerCalls(send),
    ...summaryCalls(send),
    ...bulkCalls(options, credential, send),
    ...labCalls(send),
    ...webhookCalls(send),
    ...managementCalls(send),
    ...sandboxCalls(options, send),
  };
}
