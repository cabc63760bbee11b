// Rows of teams and keys as the interface shows them.
import type { ApiKey, ManagementKey, Team, TeamListItem } from 'svc-link/contract';
import type { ApiKeyRow } from '../auth/index.js';
import type { TeamRow } from '../accounts/index.js';

export const toListItem = ({ id, name, created_on, region }: TeamRow): TeamListItem => ({
  id,
  name,
  created_on: created_on.toISOString(),
  region,
});

export const toTeam = (row: TeamRow): Team => ({
  ...toListItem(row),
  // Each field by name, because jsonb keeps its own order of keys.
  brand: row.brand && { name: row.brand.name, color: row.brand.color, logo: row.brand.logo },
  terms_url: row.terms_url,
  privacy_url: row.privacy_url,
  flags: [...row.flags],
});

export const toApiKey = ({ id, name, prefix, last4, ...row }: ApiKeyRow): ApiKey => ({
  id,
  name,
  prefix,
  last4,
  created_on: row.created_on.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  replaced_by: row.replaced_by,
});

export const toManagementKey = (row: ApiKeyRow, teamIds: readonly string[]): ManagementKey => ({
  ...toApiKey(row),
  kind: row.kind === 'org' ? 'org' : 'team',
  team_ids: [...teamIds],
});
