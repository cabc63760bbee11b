// Every column of sealed values: the purpose of its seal, and what it is bound to. The compiler names a
// column or a purpose that is missing here, and a test names byte columns that are neither here nor hashes.
import type { Selectable } from 'kysely';
import { placeOfChunk } from '../bulk/index.js';
import { placeOfCredentials } from '../credentials/index.js';
import { placeOfDay, type StoredPurpose } from '../crypto/index.js';
import type { ColumnType, SealedColumnName, Tables } from '../db/index.js';
import { placeOfSubscriber } from '../notices/index.js';

/** The columns of a row that its value is bound to. */
export type RowKey = Readonly<Record<string, unknown>>;

export interface SealedColumn<Purpose extends StoredPurpose = StoredPurpose> {
  readonly purpose: Purpose;
  /** The columns of the primary key, with their types. */
  readonly key: Readonly<Record<string, ColumnType>>;
  /** Other columns that `place` reads. */
  readonly beside: readonly string[];
  /** What the value is bound to. */
  readonly place: (row: RowKey) => string;
}

type Columns<Table extends keyof Tables> = keyof Selectable<Tables[Table]> & string;

/** Describes a column of a table by the key that finds its rows. */
function column<
  Table extends keyof Tables,
  const Purpose extends StoredPurpose,
  Key extends Columns<Table>,
  Beside extends Columns<Table> = never,
>(
  _table: Table,
  purpose: Purpose,
  key: Readonly<Record<Key, ColumnType>>,
  place: (row: Pick<Selectable<Tables[Table]>, Key | Beside>) => string,
  beside: readonly Beside[] = [],
): SealedColumn<Purpose> {
  // Rows are read with exactly these columns.
  return { purpose, key, beside, place: place as SealedColumn['place'] };
}

const byId = <const Purpose extends StoredPurpose>(purpose: Purpose): SealedColumn<Purpose> =>
  column('connection', purpose, { id: 'uuid' }, ({ id }) => id);

type List = Readonly<Record<SealedColumnName<Tables>, SealedColumn>>;
/** Purposes without a column. What they seal would be left out when keys are rotated. */
type Missing<L extends List> = Exclude<StoredPurpose, L[keyof List]['purpose']>;

/** Compiles only if every column and every purpose is there. */
const complete = <L extends List>(
  list: L & ([Missing<L>] extends [never] ? unknown : { readonly missing: Missing<L> }),
): L => list;

export const sealedColumns = complete({
  'connection.credentials': byId('connection'),
  'provider_grant.credentials': byId('provider-grant'),
  'provider_revocation.credentials': byId('provider-grant'),
  'provider_revocation.client_credentials': column(
    'provider_revocation',
    'custom-credentials',
    { id: 'uuid' },
    ({ client_team, provider }) => placeOfCredentials(client_team ?? '', provider),
    ['client_team', 'provider'],
  ),
  'unnamed_grant.redeemed': column(
    'unnamed_grant',
    'unnamed-grant',
    { session_id: 'uuid', provider: 'text' },
    ({ session_id }) => session_id,
  ),
  'unnamed_tokens.redeemed': column(
    'unnamed_tokens',
    'unnamed-grant',
    { id: 'uuid' },
    ({ session_id }) => session_id,
    ['session_id'],
  ),
  'notice_subscriber.sealed': column(
    'notice_subscriber',
    'notice-subscriber',
    { provider: 'text', application: 'text' },
    placeOfSubscriber,
  ),
  'provider_offer.address': byId('provider-offer'),
  'custom_credentials.credentials': column(
    'custom_credentials',
    'custom-credentials',
    { team_id: 'uuid', provider: 'text' },
    ({ team_id, provider }) => placeOfCredentials(team_id, provider),
  ),
  'link_session.challenge': byId('challenge'),
  'link_session.pending_connection': byId('pending-connection'),
  'link_handoff.confirm_code': byId('handoff-confirm'),
  'oauth_attempt.verifier': byId('oauth-verifier'),
  'bulk_chunk.items': column(
    'bulk_chunk',
    'bulk-items',
    { operation_id: 'uuid', position: 'integer' },
    ({ operation_id, position }) => placeOfChunk(operation_id, position),
  ),
  'webhook.secret': byId('webhook-secret'),
  'webhook.old_secret': byId('webhook-secret'),
  'webhook.headers': byId('webhook-headers'),
  'insurance.record': byId('insurance'),
  'event.sealed_data': byId('event'),
  'kept_answer.answer': byId('kept-answer'),
  'lab_order.sealed_results': byId('lab-results'),
  'pulled_day.sealed_items': column(
    'pulled_day',
    'pulled-day',
    { connection_id: 'uuid', resource: 'text', date: 'text' },
    placeOfDay,
  ),
});
