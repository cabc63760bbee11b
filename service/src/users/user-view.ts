import type { Selectable } from 'kysely';
import type { User } from 'svc-link/contract';
import type { Tables } from '../db/index.js';
import { providerObject } from '../providers/index.js';

export type UserRow = Pick<
  Selectable<Tables['app_user']>,
  'id' | 'team_id' | 'client_user_id' | 'created_on' | 'fallback_birth_date' | 'fallback_time_zone'
>;
export type Connected = Pick<Selectable<Tables['connection']>, 'provider' | 'created_on'>;

/** A user in the form of the contract. */
export const toUser = (user: UserRow, connections: readonly Connected[], publicUrl: string): User => ({
  user_id: user.id,
  team_id: user.team_id,
  client_user_id: user.client_user_id,
  created_on: user.created_on.toISOString(),
  connected_sources: connections.map(({ provider, created_on }) => ({
    created_on: created_on.toISOString(),
    source: providerObject(provider, publicUrl),
  })),
  // Each field is listed by name, because jsonb has its own key order.
  fallback_birth_date: user.fallback_birth_date && {
    value: user.fallback_birth_date.value,
    source_slug: user.fallback_birth_date.source_slug,
    updated_at: user.fallback_birth_date.updated_at,
  },
  fallback_time_zone: user.fallback_time_zone && {
    id: user.fallback_time_zone.id,
    source_slug: user.fallback_time_zone.source_slug,
    updated_at: user.fallback_time_zone.updated_at,
  },
});
