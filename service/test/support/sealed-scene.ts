// A database with a sealed value in every column that is listed as sealed, and the text of each.
import { randomUUID } from 'node:crypto';
import type { Secrets } from '../../src/crypto/index.js';
import { type Db, transact, type Tables } from '../../src/db/index.js';
import { places, readSealed, replaceSealed } from '../../src/master-keys/sealed-rows.js';
import type { Insertable } from 'kysely';

const now = new Date('2026-05-01T12:00:00Z');
const later = new Date('2027-05-01T12:00:00Z');

/** A placeholder that a sealed value replaces. */
const bytes = (): Buffer => Buffer.from(randomUUID().repeat(2));

type Rows = { readonly [Table in keyof Tables]?: readonly Insertable<Tables[Table]>[] };

/** Rows that refer to each other, in the order in which they can be stored. */
function rowsOf(): Rows {
  const [org_id, team_id, user_id, session_id, id] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    ...string[],
  ] as [string, string, string, string, string];
  const provider = 'umbra_sleep';
  const grant = { id, provider, account: id, application: '', credentials: bytes() };
  return {
    org: [{ id: org_id, name: 'One', created_on: now }],
    team: [{ id: team_id, org_id, name: 'One', region: 'us', flags: '[]', created_on: now }],
    app_user: [{ id: user_id, team_id, created_on: now }],
    connection: [
      {
        ...{ id, team_id, user_id, provider, provider_account: id, credentials: bytes() },
        ...{ scopes_granted: '[]', scopes_denied: '[]', status: 'connected', created_on: now },
      },
    ],
    provider_grant: [
      { ...grant, scopes: '[]', version: 1, status: 'live', renewed_on: now, created_on: now },
    ],
    provider_revocation: [
      {
        ...{ ...grant, client_team: team_id, client_credentials: bytes() },
        ...{ next_try: later, tries: 0, ends_on: later },
      },
    ],
    notice_subscriber: [{ provider, application: id, sealed: bytes(), address: bytes(), check_at: later }],
    provider_offer: [
      {
        ...{ id, connection_id: id, collection: 'nights', address: bytes(), address_hash: bytes() },
        ...{ next_try: later, created_on: now },
      },
    ],
    custom_credentials: [{ team_id, provider, application: id, credentials: bytes(), updated_on: now }],
    link_session: [
      {
        ...{
          id: session_id,
          team_id,
          user_id,
          token_hash: bytes(),
          state: 'started',
          reject_duplicate: false,
        },
        ...{ challenge: bytes(), pending_connection: bytes(), created_on: now, expires_at: later },
      },
    ],
    unnamed_grant: [{ session_id, provider, redeemed: bytes(), expires_at: later }],
    unnamed_tokens: [
      {
        ...{ id, session_id, provider, application: '', redeemed: bytes() },
        ...{ expires_at: later, next_look: later },
      },
    ],
    link_handoff: [
      { id, session_id, code_hash: bytes(), state: 'offered', confirm_code: bytes(), expires_at: later },
    ],
    oauth_attempt: [
      {
        ...{ id, session_id, provider, ticket_hash: bytes(), verifier: bytes(), attempt: 1 },
        ...{ created_on: now, expires_at: later },
      },
    ],
    bulk_operation: [
      {
        ...{ id, team_id, type: 'bulk_import', provider, status: 'in_progress', total: 1, processed: 0 },
        ...{ failed: 0, keeps_outcome: false, started_at: now },
      },
    ],
    bulk_chunk: [{ operation_id: id, position: 7, items: bytes() }],
    webhook: [
      {
        ...{ id, team_id, kind: 'webhook', url: 'https://a.example/', events: '[]', routes: '[]' },
        ...{ headers: bytes(), secret: bytes(), old_secret: bytes(), status: 'enabled', created_on: now },
      },
    ],
    insurance: [{ id, user_id, record: bytes(), created_on: now }],
    event: [{ id, team_id, user_id, event_type: 'x', sealed_data: bytes(), created_on: now }],
    kept_answer: [
      { id, owner_id: team_id, key_digest: id, request_digest: id, answer: bytes(), created_on: now },
    ],
    lab_order: [
      {
        ...{ id, team_id, user_id, lab_test_id: id, status: 'completed' },
        ...{ sealed_results: bytes(), created_on: now, updated_on: now },
      },
    ],
    pulled_day: [{ connection_id: id, resource: 'sleep', date: '2026-05-01', sealed_items: bytes() }],
  };
}

/** Stores rows of every table with sealed columns. */
export async function storeSealedRows(db: Db): Promise<void> {
  for (const [table, rows] of Object.entries(rowsOf()))
    // The rows belong to the table under which they are listed.
    await db
      .insertInto(table as 'org')
      .values(rows as Insertable<Tables['org']>[])
      .execute();
}

/** Seals a different text in every sealed column of every row. */
export async function sealEverything(db: Db, secrets: Secrets): Promise<void> {
  for (const place of places) {
    const rows = await readSealed(db, place, 1000);
    const values = rows.map(({ row, sealed }) => ({
      ...{ row, sealed },
      anew: secrets.seal(place.purpose, place.place(row), textOf(place.name, place.place(row))),
    }));
    if (values.length > 0) await transact(db, (tx) => replaceSealed(tx, place, values));
  }
}

const textOf = (name: string, place: string): string => `${name} of ${place}`;

/** The columns whose values do not open, or contain another text than was sealed. A column without any value is listed too. */
export async function unreadable(db: Db, secrets: Secrets): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const place of places) {
    const rows = await readSealed(db, place, 1000);
    const isRight = rows.every(({ row, sealed }) => {
      try {
        const bound = place.place(row);
        return secrets.open(place.purpose, bound, sealed) === textOf(place.name, bound);
      } catch {
        return false;
      }
    });
    if (!isRight || rows.length === 0) wrong.push(place.name);
  }
  return wrong;
}
