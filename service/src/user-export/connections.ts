import * as z from 'zod/mini';
import type { ExportedConnection, ExportedDay } from 'svc-link/contract';
import { consentOf } from '../connections/index.js';
import { openDay, placeOfDay } from '../crypto/index.js';
import { toHistoricalPull } from '../pulls/index.js';
import { pagesOfUser, pagesOf, type Pages, type Sources } from './pages.js';

/** The fields that the sealed credentials of a connection have after a sign-in with a password. */
const SignedIn = z.object({
  username: z.optional(z.string()),
  region: z.optional(z.nullable(z.string())),
});

/** The connections of a user, and how far their past data has been pulled. */
export const readConnections = (
  { db, secrets, opener }: Sources,
  userId: string,
): Pages<ExportedConnection> =>
  pagesOfUser(db.selectFrom('connection').selectAll(), { userId, most: 20 }, async (rows) => {
    const pulls = await db
      .selectFrom('historical_pull')
      .selectAll()
      .where(
        'connection_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('resource')
      .execute();
    return rows.map((row) => {
      const signedIn = opener.opened('connection', row.id, () =>
        SignedIn.parse(JSON.parse(secrets.open('connection', row.id, row.credentials))),
      );
      const { username = null, region = null } = signedIn ?? {};
      return {
        id: row.id,
        provider: row.provider,
        provider_id: row.provider_account,
        username,
        region,
        status: row.status,
        error_details: row.error_details && { ...row.error_details },
        scopes_granted: [...row.scopes_granted],
        scopes_denied: [...row.scopes_denied],
        consent: consentOf(row.consent),
        created_on: row.created_on.toISOString(),
        next_pull_at: row.next_pull_at?.toISOString() ?? null,
        historical_pulls: pulls
          .filter(({ connection_id }) => connection_id === row.id)
          .map((pull) => toHistoricalPull(pull, userId, row.provider)),
      };
    });
  });

/** How many days one statement reads. */
const daysAtOnce = 200;

/** The data that providers have sent, connection by connection. */
export async function* readDays({ db, secrets, opener }: Sources, userId: string): Pages<ExportedDay> {
  const connections = await db
    .selectFrom('connection')
    .select(['id', 'provider'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  for (const { id, provider } of connections)
    yield* pagesOf(
      { resource: '', date: '' },
      (behind) =>
        db
          .selectFrom('pulled_day')
          .selectAll()
          .where('connection_id', '=', id)
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('resource', 'date'), '>', tuple(behind.resource, behind.date)),
          )
          .orderBy('resource')
          .orderBy('date')
          .limit(daysAtOnce)
          .execute(),
      ({ resource, date }) => ({ resource, date }),
      (rows) =>
        rows.flatMap((row) => {
          const { resource, date } = row;
          const items = opener.opened('pulled_day', placeOfDay(row), () => openDay(secrets, row));
          return items ? [{ connection_id: id, provider, resource, date, items: [...items] }] : [];
        }),
    );
}
