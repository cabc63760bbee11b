// How a session begins, and which browser is bound to it.
import type { OpenedBy, Tx } from '../db/index.js';
import { badToken } from '../http/index.js';
import { hash, isHashOf } from '../crypto/index.js';
import { useProblem } from './credential.js';
import { withRecordedSteps } from './steps.js';
import { lockSession } from './sessions.js';
import type { LinkSessionRow } from './session-row.js';

/** The browser that the session is bound to. From then on that browser needs only its cookie. */
export interface Binding {
  readonly browser: string;
  /** `link` binds the first browser and never another; `page` binds the latest browser. */
  readonly via: 'link' | 'page';
  /** Set if a page's form sent the browser here. `returnUrl` is that page, if the token allows its origin. */
  readonly home?: { readonly returnUrl: string | null };
}

/** Starts a session or continues it. Throws 401 if its token cannot be used, or cannot be used in this browser. */
export async function startSession(
  tx: Tx,
  id: string,
  now: Date,
  by: { readonly byBrowser: boolean; readonly binding: Binding | null; readonly page?: OpenedBy },
): Promise<LinkSessionRow> {
  const session = await lockSession(tx, id);
  const isNew = session.state === 'created';
  const { binding } = by;
  const isMine = by.byBrowser || (binding !== null && isHashOf(binding.browser, session.browser_hash));
  const problem = useProblem({ session, byBrowser: isMine }, now);
  if (problem) throw badToken(problem);
  // The token of an address starts a session once: not after a page has started it, and not in a second browser.
  if (binding?.via === 'link' && !isNew && !isMine) throw badToken('token_consumed');
  if (!isNew && binding === null) return session;
  const opened = isNew ? withRecordedSteps(tx, { ...session, started_on: now }, now, { step: 'opened' }) : tx;
  return opened
    .updateTable('link_session')
    .set({
      ...(isNew && { state: 'started', started_on: now, page: by.page ? JSON.stringify(by.page) : null }),
      ...(binding && bound(session, binding)),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const bound = (session: LinkSessionRow, { browser, via, home }: Binding) => ({
  browser_hash: hash(browser),
  started_via: session.started_via === 'link' ? session.started_via : via,
  comes_home: home !== undefined,
  return_url: home?.returnUrl ?? null,
});
