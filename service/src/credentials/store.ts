// A team's own applications with OAuth providers.
import { sql } from 'kysely';
import type { Db, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken } from '../http/index.js';
import { createOpener, hash } from '../crypto/index.js';
import { lockTeam } from '../accounts/index.js';
import type { ProviderEntry } from '../providers/index.js';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A further key, for a provider whose API requires one. */
  readonly apiKey?: string;
}

/** The name of an application. It does not show the client id. */
export const applicationOf = (clientId: string): string => Buffer.from(hash(clientId)).toString('base64url');

/**
 * The name under which the requests of an application to its provider are limited. Teams that share an application have the same
 * id and secret, and share its limits. An id alone is public: a team that enters another team's id with an invented secret must
 * not use up the other team's limits.
 */
export const budgetOf = (
  secrets: Pick<Deps['secrets'], 'digest'>,
  { clientId, clientSecret }: Credentials,
): string =>
  `${applicationOf(clientId)} ${secrets.digest('application-budget', `${clientId} ${clientSecret}`)}`;

export const placeOfCredentials = (teamId: string, slug: string): string => `${teamId} ${slug}`;

/** Sets the application of a team with a provider, and replaces an earlier one. Throws 404 if the team was deleted. */
export async function setCredentials(
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  teamId: string,
  provider: ProviderEntry,
  credentials: Credentials,
): Promise<Date> {
  await lockTeam(tx, teamId);
  const now = clock.now();
  const values = {
    application: applicationOf(credentials.clientId),
    credentials: secrets.seal(
      'custom-credentials',
      placeOfCredentials(teamId, provider.slug),
      JSON.stringify(credentials),
    ),
    updated_on: now,
  };
  await tx
    .insertInto('custom_credentials')
    .values({ ...values, team_id: teamId, provider: provider.slug })
    .onConflict((conflict) => conflict.columns(['team_id', 'provider']).doUpdateSet(values))
    .execute();
  return now;
}

const ofTeam = (db: Db | Tx, teamId: string, slug: string) =>
  db.selectFrom('custom_credentials').where('team_id', '=', teamId).where('provider', '=', slug);

/** The name of the team's application with a provider; undefined if it has none. */
export async function findApplication(
  db: Db | Tx,
  teamId: string,
  slug: string,
): Promise<string | undefined> {
  const row = await ofTeam(db, teamId, slug).select('application').executeTakeFirst();
  return row?.application;
}

/** Throws 400 if the team has no application of its own with the provider. */
export async function requireApplication(db: Db, teamId: string, slug: string): Promise<void> {
  if ((await findApplication(db, teamId, slug)) !== undefined) return;
  throw broken(
    400,
    'custom_credentials_missing',
    `The team has no application of its own with this provider: PUT /v2/team/custom_credentials/${slug} first.`,
  );
}

/** The credentials of the team's application with a provider. */
export async function readCredentials(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  teamId: string,
  slug: string,
): Promise<Credentials | undefined> {
  const row = await ofTeam(db, teamId, slug).select('credentials').executeTakeFirst();
  return row && openSealedCredentials(secrets, { ...row, team_id: teamId, provider: slug });
}

/** Whether a team has connections through its application (a row of `table`), with this grant or with any. */
export const isUsed = (table: 'own' | 'other', grantId?: string) => sql<boolean>`exists (
  select from connection where connection.team_id = ${sql.ref(`${table}.team_id`)}
    and connection.provider = ${sql.ref(`${table}.provider`)}
    and connection.application = ${sql.ref(`${table}.application`)}
    and ${grantId === undefined ? sql`true` : sql`connection.grant_id = ${grantId}`})`;

interface NamedApplications {
  /** The one that was set last is at the end. Each has the name of its team, and whether the team has connections with it. */
  readonly readable: readonly (Credentials & { readonly name: string; readonly isUsed: boolean })[];
  /** Whether there are any, readable or not, and whether any of those is used. */
  readonly areThere: boolean;
  readonly areUsed: boolean;
}

/** All applications with this name. Several teams may have the same one. Those that cannot be decrypted are left out. */
export async function findApplications(
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
  slug: string,
  application: string,
): Promise<NamedApplications> {
  const rows = await db
    .selectFrom('custom_credentials as own')
    .innerJoin('team', 'team.id', 'own.team_id')
    .select(['own.team_id', 'own.credentials', 'team.name', isUsed('own').as('is_used')])
    .where('own.provider', '=', slug)
    .where('own.application', '=', application)
    .orderBy('own.updated_on')
    .execute();
  const opener = createOpener({ log });
  const readable = rows.flatMap(({ name, is_used: isUsed, ...row }) => {
    const opened = opener.opened('custom_credentials', placeOfCredentials(row.team_id, slug), () =>
      openSealedCredentials(secrets, { ...row, provider: slug }),
    );
    return opened ? [{ ...opened, name, isUsed }] : [];
  });
  return { readable, areThere: rows.length > 0, areUsed: rows.some(({ is_used }) => is_used) };
}

/**
 * The credentials of the application with this name that made a grant, or that made any connection if no grant is given. Client
 * ids are public, so another team may have set the same id with a wrong secret. So a team with such connections counts first, and
 * of several teams the one that set it last. Undefined if no team has the application.
 */
export async function findUsedApplication(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  slug: string,
  application: string,
  grantId?: string,
): Promise<Credentials | undefined> {
  const rows = await db
    .selectFrom('custom_credentials as own')
    .select(['own.team_id', 'own.credentials'])
    .select(isUsed('own', grantId).as('is_used'))
    .where('own.provider', '=', slug)
    .where('own.application', '=', application)
    .orderBy('own.updated_on')
    .execute();
  const row = rows.findLast(({ is_used }) => is_used) ?? rows.at(-1);
  return row && openSealedCredentials(secrets, { ...row, provider: slug });
}

/** The team's application with a provider, and its name. */
export async function findTeamApplication(
  deps: Pick<Deps, 'db' | 'secrets'>,
  teamId: string,
  slug: string,
): Promise<(Credentials & { readonly id: string }) | undefined> {
  const own = await readCredentials(deps, teamId, slug);
  return own && { ...own, id: applicationOf(own.clientId) };
}

/** Opens the sealed credentials of a row. */
export const openSealedCredentials = (
  secrets: Deps['secrets'],
  row: { readonly team_id: string; readonly provider: string; readonly credentials: Uint8Array },
): Credentials =>
  // Only setCredentials writes it.
  JSON.parse(
    secrets.open('custom-credentials', placeOfCredentials(row.team_id, row.provider), row.credentials),
  ) as Credentials;
