import type { Context } from 'hono';
import type { AttemptEnd } from '../complete.js';
import { phoneOfAttempt, phoneSessionId } from '../phone.js';
import type { LinkSessionRow } from '../session-row.js';
import { type AttemptRow, endingOf, type OauthDeps } from './attempts.js';
import { destinationOf, type Ending } from './destination.js';
import { answerRefused } from './refusal-page.js';

/** The attempt has ended: redirects to the page that gets the result. */
export async function leave(
  c: Context,
  { db, publicUrl }: Pick<OauthDeps, 'db' | 'publicUrl'>,
  attempt: AttemptRow,
  session: Pick<LinkSessionRow, 'redirect_url'>,
  ended: AttemptEnd,
): Promise<Response> {
  if (ended.type === 'superseded') return answerRefused(c, 'superseded');
  const { provider, session_id } = attempt;
  const phone = await phoneOfAttempt(db, attempt);
  const named = phone ? phoneSessionId(phone) : session_id;
  const ending = { provider, link_session_id: named, ...fragmentFieldsOf(ended) };
  return c.redirect(destinationOf(publicUrl, session, endingOf(attempt), ending), 303);
}

function fragmentFieldsOf(
  ended: Exclude<AttemptEnd, { type: 'superseded' }>,
): Pick<Ending, 'state'> & Partial<Ending> {
  switch (ended.type) {
    case 'success':
      return { state: 'success' };
    case 'pending_confirmation':
      return {
        state: 'success',
        ...(ended.confirmCode !== null && { confirm_code: ended.confirmCode }),
      };
    case 'error':
      return { state: 'error', error_type: ended.errorType };
    default:
      return ended satisfies never;
  }
}
