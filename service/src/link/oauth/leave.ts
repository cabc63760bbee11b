import type { Context } from 'hono';
import type { AttemptEnd } from '../complete.js';
import type { LinkSessionRow } from '../session-row.js';
import { type AttemptRow, endingOf, type OauthDeps } from './attempts.js';
import { destinationOf, type Ending } from './destination.js';
import { answerRefused } from './refusal-page.js';

/** The attempt has ended: redirects to the page that gets the result. */
export function leave(
  c: Context,
  { publicUrl }: Pick<OauthDeps, 'publicUrl'>,
  attempt: AttemptRow,
  session: Pick<LinkSessionRow, 'redirect_url'>,
  ended: AttemptEnd,
): Response | Promise<Response> {
  if (ended.type === 'superseded') return answerRefused(c, 'superseded');
  const { provider, session_id } = attempt;
  const ending = { provider, link_session_id: session_id, ...fragmentFieldsOf(ended) };
  return c.redirect(destinationOf(publicUrl, session, endingOf(attempt), ending), 303);
}

function fragmentFieldsOf(
  ended: Exclude<AttemptEnd, { type: 'superseded' }>,
): Pick<Ending, 'state'> & Partial<Ending> {
  switch (ended.type) {
    case 'success':
      return { state: 'success' };
    case 'pending_confirmation':
      return { state: 'success', confirm_code: ended.confirmCode };
    case 'error':
      return { state: 'error', error_type: ended.errorType };
    default:
      return ended satisfies never;
  }
}
