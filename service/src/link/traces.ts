// Notes for support that no statistics count: where the browser went, and that the person left. Nothing that a person typed.
import { sql } from 'kysely';
import { mostShownSteps, widgetSteps, type LinkTrace } from 'svc-link/contract';
import type { OpenedBy, Tx } from '../db/index.js';
import { requestIdNow } from '../http/index.js';
import { dayOf } from '../work/index.js';
import type { LinkSessionRow } from './session-row.js';
import { normalizeOrigin } from './token-rules.js';

export interface Trace {
  readonly step: LinkTrace;
  readonly provider?: string | null;
  /** The widget's step that the person left. */
  readonly place?: string;
}

/**
 * Notes a step that is not counted. A session with `mostShownSteps` steps gets no more, and leaving twice in a row is noted
 * once, because whoever holds the token can send such a step as often as they like.
 */
export async function trace(
  tx: Tx,
  session: Pick<LinkSessionRow, 'id' | 'team_id' | 'started_on' | 'provider'>,
  at: Date,
  { step, provider = session.provider, place }: Trace,
): Promise<void> {
  const known = widgetSteps.find((name) => name === place) ?? null;
  await sql`
    insert into link_step (session_id, team_id, day, step, provider, request_id, place, at)
    select ${session.id}::uuid, ${session.team_id}::uuid, ${dayOf(session.started_on ?? at)}, ${step}, ${provider},
      ${requestIdNow()}::uuid, ${known}, ${at}::timestamptz
    where (select count(*) from link_step where session_id = ${session.id}) < ${mostShownSteps}
      and (${step} <> 'left' or 'left' is distinct from
        (select step from link_step where session_id = ${session.id} order by at desc limit 1))
  `.execute(tx);
}

const plain = /^[\w.+-]{1,40}$/;

/** What is stored of a page's data about itself. A page can send anything, so only values of the expected form are kept. */
export const openedBy = (page: {
  readonly origin?: string | null | undefined;
  readonly mode?: string | undefined;
  readonly version?: string | undefined;
}): OpenedBy => ({
  origin: (page.origin && page.origin.length <= 300 && normalizeOrigin(page.origin)) || null,
  mode: page.mode !== undefined && plain.test(page.mode) ? page.mode : null,
  version: page.version !== undefined && plain.test(page.version) ? page.version : null,
});
