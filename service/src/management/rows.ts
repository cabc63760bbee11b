// Rows of teams and keys as the interface shows them.
import type { ApiKey, ManagementKey, Retention, RetentionKind, Team, TeamListItem } from 'svc-link/contract';
import type { Retention as ServiceRetention } from '../retention/index.js';
import type { ApiKeyRow } from '../auth/index.js';
import type { TeamRow } from '../accounts/index.js';

export const toListItem = ({ id, name, created_on, region }: TeamRow): TeamListItem => ({
  id,
  name,
  created_on: created_on.toISOString(),
  region,
});

export const toTeam = (row: TeamRow, longest: ServiceRetention): Team => ({
  ...toListItem(row),
  // Field by field, because jsonb keeps its own order of keys.
  brand: row.brand && { name: row.brand.name, color: row.brand.color, logo: row.brand.logo },
  terms_url: row.terms_url,
  privacy_url: row.privacy_url,
  flags: [...row.flags],
  retention: { ...nothingSet, ...row.retention },
  // 0 means as long as the connection exists.
  longest_retention: byKind((kind) => longest[kind] || null),
});

const byKind = (days: (kind: RetentionKind) => number | null): Retention => ({
  links: days('links'),
  unstarted: days('unstarted'),
  events: days('events'),
  operations: days('operations'),
  health: days('health'),
});

/** The retention of a team that has set nothing. */
const nothingSet = byKind(() => null);

export const toApiKey = ({ id, name, prefix, last4, ...row }: ApiKeyRow): ApiKey => ({
  id,
  name,
  prefix,
  last4,
  created_on: row.created_on.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  replaced_by: row.replaced_by,
  in_settings: row.seeded,
});

export const toManagementKey = (row: ApiKeyRow, teamIds: readonly string[]): ManagementKey => ({
  ...toApiKey(row),
  kind: row.kind === 'org' ? 'org' : 'team',
  team_ids: [...teamIds],
});
