// The service's own state.
import type { Generated } from 'kysely';
import type { AuditAction } from 'svc-link/contract';

/** One row: the fingerprint of the master key. */
export interface MasterKeyTable {
  id: number;
  fingerprint: string;
  created_on: Date;
}

export interface ServiceClockTable {
  id: number;
  advanced_seconds: number;
}

/** What was done. Rows are only added; a trigger sees to it. */
export interface AuditEntryTable {
  /** PostgreSQL's bigint. */
  id: Generated<string>;
  org_id: string;
  team_id: string | null;
  /** Real time. */
  at: Generated<Date>;
  action: AuditAction;
  actor: 'key' | 'command' | 'settings' | 'time';
  key_id: string | null;
  subject: string | null;
  detail: string | null;
  request_id: string | null;
  /** Of `key.used`: the day in UTC. */
  used_day: Generated<string | null>;
}
