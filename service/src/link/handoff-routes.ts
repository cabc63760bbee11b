import { Hono, type Context } from 'hono';
import { endHandoff as takeBack, makeHandoff, sendHandoffNumber, type LinkSession } from 'svc-link/contract';
import { hash } from '../crypto/index.js';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { addRoute, badToken, broken, countStranger, type Env, isFromOurPage } from '../http/index.js';
import { bindBrowser } from './browser-cookie.js';
import { countRequest, requireSession, tryProblem, type Caller } from './credential.js';
import {
  acceptByNumber,
  acceptHandoff,
  declineHandoff,
  endHandoff,
  needsNumber,
  offerHandoff,
  openHandoff,
  refused,
} from './handoffs.js';
import { answerOnPhone, openOnPhone } from './page-endpoints.js';
import { linkRoute } from './route.js';
import { isAllowedSender } from './sender.js';
import { isConsumed, lockSession } from './sessions.js';
import { viewOf } from './session-view.js';
import type { LinkSessionRow } from './session-row.js';
import { normalizeOrigin } from './token-rules.js';
import { trace } from './traces.js';

/** "Continue on your phone". The page that offers it uses the first three routes, our own page on the phone uses the others. */
export function linkHandoffRoutes(deps: Deps): Hono<Env> {
  const { db, clock, publicUrl, secrets } = deps;
  const app = new Hono<Env>();

  /** A phone cannot hand the link over again. */
  const requireDesktop = (caller: Caller): LinkSessionRow => {
    if (caller.phone) throw badToken('invalid_token');
    return requireSession(caller, tryProblem, clock.now());
  };
  const lockFor = async (tx: Tx, caller: Caller): Promise<LinkSessionRow> => {
    const session = await lockSession(tx, requireDesktop(caller).id);
    return requireSession({ ...caller, session }, tryProblem, clock.now());
  };
  const view = async (caller: Caller, id: string): Promise<LinkSession> => {
    const session = await db
      .selectFrom('link_session')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return viewOf(deps, session, caller);
  };

  linkRoute(app, deps, makeHandoff, async ({ readBody, c, ...caller }) => {
    const session = requireDesktop(caller);
    const body = await readBody({ mayBeEmpty: true });
    if (session.without_handoff)
      throw broken(403, 'handoff_not_allowed', 'The link token does not allow to continue on a phone.');
    const origin = originOf(c, publicUrl, session, body.origin ?? undefined);
    const provider = body.provider?.slice(0, 64) ?? null;
    const { handoff, code } = await transact(db, async (tx) =>
      offerHandoff(tx, await lockFor(tx, caller), { origin, provider }, clock.now()),
    );
    return {
      handoff_id: handoff.id,
      // In the fragment, so that it reaches no server log and no Referer.
      handoff_url: `${publicUrl}/link/#handoff=${code}`,
      expires_at: handoff.expires_at.toISOString(),
    };
  });

  linkRoute(app, deps, takeBack, async (caller) => {
    const { session } = caller;
    // A session that has ended needs no taking back. The caller gets its end instead.
    if (!session || caller.phone) throw badToken('invalid_token');
    if (!isConsumed(session)) {
      requireDesktop(caller);
      await transact(db, async (tx) => endHandoff(tx, await lockSession(tx, session.id)));
    }
    return view(caller, session.id);
  });

  linkRoute(app, deps, sendHandoffNumber, async ({ readBody, ...caller }) => {
    const { id } = requireDesktop(caller);
    const { number } = await readBody();
    const digits = number.replace(/\D/g, '');
    const isRight = await transact(db, async (tx) => {
      const session = await lockFor(tx, caller);
      const accepted = await acceptByNumber(tx, secrets, session, digits, clock.now());
      if (accepted) await trace(tx, session, clock.now(), { step: 'went_to_phone' });
      return accepted;
    });
    if (!isRight) throw broken(400, 'handoff_number_wrong', 'It is not the number that the phone shows.');
    return view(caller, id);
  });

  const ourPage = (c: Context<Env>): object => {
    if (isFromOurPage(c, publicUrl)) return {};
    throw broken(403, 'origin_not_allowed', 'For the hosted page only.');
  };
  addRoute(app, openOnPhone, ourPage, async ({ readBody, c }) => {
    const { code } = await readBody();
    const found = await db
      .selectFrom('link_handoff')
      .select(['id', 'session_id'])
      .where('code_hash', '=', hash(code))
      .executeTakeFirst();
    if (!found) countStranger();
    if (!found) throw refused('ended');
    const browser = bindBrowser(c, publicUrl, 'svc-link-session');
    const { session, handoff } = await transact(db, (tx) => openHandoff(tx, found, browser, clock.now()));
    countRequest(session, true);
    return viewOf(deps, session, { byBrowser: true, phone: handoff });
  });

  linkRoute(app, deps, answerOnPhone, async ({ session, phone, readBody }) => {
    if (!session || !phone) throw badToken('invalid_token');
    const { accept } = await readBody();
    if (accept && needsNumber(session))
      throw broken(409, 'handoff_number_needed', 'The number has to be typed on the computer.');
    await transact(db, async (tx) => {
      const locked = await lockSession(tx, session.id);
      if (accept) {
        await acceptHandoff(tx, phone, clock.now());
        await trace(tx, locked, clock.now(), { step: 'went_to_phone' });
      } else await declineHandoff(tx, locked, phone);
    });
    const state = accept ? ('accepted' as const) : ('declined' as const);
    return viewOf(deps, session, { byBrowser: true, phone: { ...phone, state } });
  });

  return app;
}

/** The website that the person is on. The browser names it, or our own page reads it from the browser's messages. */
function originOf(
  c: Context<Env>,
  publicUrl: string,
  { allowed_origins, comes_home, return_url }: LinkSessionRow,
  opener: string | undefined,
): string | null {
  const origin = c.req.header('origin');
  const isOurs = origin === publicUrl;
  const sender = { origin, opener: isOurs ? opener : undefined };
  if (!isAllowedSender(allowed_origins, sender, publicUrl))
    throw broken(403, 'origin_not_allowed', 'The page is not one of the allowed_origins of the link token.');
  const named = isOurs ? (opener ?? (comes_home && return_url ? new URL(return_url).origin : null)) : origin;
  const found = named ? normalizeOrigin(named) : undefined;
  return found === undefined || found === publicUrl || !/^https?:/.test(found) ? null : found;
}
