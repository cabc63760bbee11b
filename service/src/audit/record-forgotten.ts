import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import { ofUser } from './forget-users.js';

/**
 * Writes the entries about all connections, webhooks and applications, which the command line is about to delete with the lost
 * master key.
 */
export async function recordForgotten(tx: Tx): Promise<void> {
  await sql`insert into audit_entry (org_id, team_id, action, actor, subject, detail)
    select team.org_id, team.id, 'connection.deleted', 'command', connection.provider, ${ofUser('')}::text || connection.user_id
      from connection join team on team.id = connection.team_id
    union all
    select team.org_id, team.id, 'webhook.deleted', 'command', webhook.id::text, null
      from webhook join team on team.id = webhook.team_id where webhook.deleted_on is null
    union all
    select team.org_id, team.id, 'application.deleted', 'command', custom_credentials.provider, null
      from custom_credentials join team on team.id = custom_credentials.team_id`.execute(tx);
}
