// The rows of webhooks and deliveries, their encrypted fields, and their form in the interface.
import type { Selectable } from 'kysely';
import type { Webhook, WebhookDelivery } from 'svc-link/contract';
import type { Db, Tables, Tx } from '../db/index.js';
import { broken } from '../http/index.js';
import type { Secrets } from '../crypto/index.js';

export type WebhookRow = Selectable<Tables['webhook']>;
export type DeliveryRow = Selectable<Tables['webhook_delivery']>;

/** Finds a webhook of a team; 404 if there is none. */
export async function findWebhook(
  tx: Db | Tx,
  teamId: string,
  id: string,
  locked = false,
): Promise<WebhookRow> {
  const webhook = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .where('deleted_on', 'is', null)
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!webhook) throw broken(404, 'webhook_not_found', 'There is no such webhook.');
  return webhook;
}

type Headers = Readonly<Record<string, string>>;

export const sealHeaders = (secrets: Secrets, id: string, headers: Headers): Uint8Array =>
  secrets.seal('webhook-headers', id, JSON.stringify(headers));

/** Only `sealHeaders` writes this value. */
export const openHeaders = (secrets: Secrets, { id, headers }: Pick<WebhookRow, 'id' | 'headers'>): Headers =>
  JSON.parse(secrets.open('webhook-headers', id, headers)) as Headers;

type SecretRow = Pick<WebhookRow, 'id' | 'secret' | 'old_secret' | 'old_secret_until'>;

/** The secrets that sign at a moment of the service's clock: the newest one, and for a day the one before. `pruneSecrets` deletes it then. */
export function secretsOf(secrets: Secrets, webhook: SecretRow, now: Date): readonly string[] {
  const { id, secret, old_secret, old_secret_until } = webhook;
  const old = old_secret_until !== null && old_secret_until > now ? old_secret : null;
  return [secret, old].flatMap((sealed) =>
    sealed === null ? [] : [secrets.open('webhook-secret', id, sealed)],
  );
}

/** Replaces the values of headers and queries, which may be credentials, for callers who may not set them. */
const hiddenValue = '***';

/** An address without the values of its query. A part without a name may be a secret value as a whole. */
const withoutValues = (url: string): string =>
  url.replace(/\?.*$/s, (query) =>
    query.replace(/[^?&]+/g, (part) => {
      const end = part.indexOf('=');
      return end < 0 ? hiddenValue : `${part.slice(0, end)}=${hiddenValue}`;
    }),
  );

/** A webhook in the form of the interface. `hidesValues`: shows only the names of headers and query parameters. */
export const toWebhook = (row: WebhookRow, headers: Headers, hidesValues = false): Webhook => ({
  id: row.id,
  url: hidesValues ? withoutValues(row.url) : row.url,
  events: [...row.events],
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, hidesValues ? hiddenValue : value]),
  ),
  kind: row.kind,
  routes: row.routes.map((each) => (hidesValues ? { ...each, url: withoutValues(each.url) } : each)),
  status: row.status,
  disabled_reason: row.disabled_reason,
  created_on: row.created_on.toISOString(),
});

export const toDelivery = (row: DeliveryRow & { readonly event_type: string }): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  event_type: row.event_type,
  status: row.status,
  attempts: row.attempts,
  response_status: row.response_status,
  error: row.error,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  created_on: row.created_on.toISOString(),
});
