import type { bulkExport, ResponseOf } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import { createOpener, lacking } from '../crypto/index.js';
import { openTokens, type Tokens } from '../grants/index.js';
import { invalid, isUuid } from '../http/index.js';
import { findProvider } from '../providers/index.js';

export type ExportPage = ResponseOf<typeof bulkExport>;

const onPage = 500;

/**
 * A page of a team's connections with a provider. Pages are ordered by user id, so that changes on other pages do not move
 * this one. This is the only answer that contains decrypted credentials.
 */
export async function exportPage(
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
  teamId: string,
  slug: string,
  userIds: readonly string[] | null,
  nextToken: string | null,
): Promise<ExportPage> {
  const past = nextToken === null ? null : readToken(nextToken);
  // Sorted like the database sorts ids: byte by byte.
  const requested =
    userIds &&
    [...new Set(userIds.map((id) => id.toLowerCase()))].sort().filter((id) => past === null || id > past);
  const named = requested?.slice(0, onPage);
  if (named?.length === 0) return { data: [], next_token: null };

  let query = db
    .selectFrom('connection')
    .leftJoin('provider_grant as grant', 'grant.id', 'connection.grant_id')
    .select(['connection.id', 'user_id', 'provider_account', 'connection.credentials', 'scopes_granted'])
    .select(['grant.id as grant_id', 'grant.credentials as granted'])
    .where('team_id', '=', teamId)
    .where('connection.provider', '=', slug)
    // What people granted to the service's own application does not belong to the team. A real provider's connection may
    // have lost its grant.
    .where((row) =>
      row.or([
        row('grant.application', '!=', ''),
        ...(findProvider(slug)?.adapter ? [] : [row('grant.id', 'is', null)]),
      ]),
    );
  if (named) query = query.where('user_id', 'in', named);
  else if (past !== null) query = query.where('user_id', '>', past);
  const found = await query
    .orderBy('user_id')
    .limit(onPage + 1)
    .execute();
  const rows = found.slice(0, onPage);
  // If the request names users, the page ends with the last of them, connected or not.
  const last = requested
    ? requested.length > onPage
      ? named?.at(-1)
      : undefined
    : found.length > onPage
      ? rows.at(-1)?.user_id
      : undefined;
  const opener = createOpener({ log });
  const data = rows.flatMap((row) => {
    const credentials = opener.opened('connection', row.user_id, () =>
      row.grant_id !== null && row.granted !== null
        ? openTokens(secrets, { id: row.grant_id, credentials: row.granted })
        : // Written by the OAuth callback and by imports; both write these fields.
          (JSON.parse(secrets.open('connection', row.id, row.credentials)) as Tokens),
    );
    if (!credentials) return [];
    return [
      {
        user_id: row.user_id,
        access_token: credentials.accessToken,
        refresh_token: credentials.refreshToken ?? '',
        provider_id: row.provider_account,
        expires_at: credentials.expiresAt === null ? 0 : Math.floor(credentials.expiresAt / 1000),
        oauth_scopes: [...row.scopes_granted],
      },
    ];
  });
  return {
    data,
    next_token: last === undefined ? null : Buffer.from(last).toString('base64url'),
    ...lacking(opener),
  };
}

function readToken(token: string): string {
  const id = Buffer.from(token, 'base64url').toString();
  if (isUuid(id)) return id.toLowerCase();
  const msg = 'not the next_token of an answer';
  throw invalid({ loc: ['body', 'next_token'], msg, type: 'value_invalid' });
}
