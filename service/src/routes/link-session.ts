import { Hono } from 'hono';
import type { Context } from 'hono';
import {
  confirmLinkSession,
  startLink,
  type LinkProvider,
  type LinkSession,
  type ResponseOf,
} from 'svc-link/contract';
import { requireTeam } from '../auth/index.js';
import { bindBrowser, readBrowser } from '../browser-cookie.js';
import { compressed } from '../compression.js';
import { completeConfirmed } from '../connections.js';
import { transact, type Tx } from '../db/index.js';
import type { Deps, Env } from '../deps.js';
import { badToken, broken } from '../errors.js';
import { hash, isHashOf } from '../hash.js';
import { findByToken, isConsumed, lockSession, usageProblem, type LinkSessionRow } from '../link-sessions.js';
import { normalizeOrigin } from '../link-token-rules.js';
import { offeredProviders, toLinkProvider } from '../offered-providers.js';
import { linkTokenOf, readBody, uuidParam } from '../request.js';
import { toLinkSession, toSessionReport } from '../session-view.js';

export function linkSessionRoutes(deps: Deps): Hono<Env> {
  const { db, clock, secrets, publicUrl } = deps;
  const app = new Hono<Env>();

  const view = async (session: LinkSessionRow): Promise<LinkSession> => {
    const team = await db
      .selectFrom('team')
      .selectAll()
      .where('id', '=', session.team_id)
      .executeTakeFirstOrThrow();
    return toLinkSession(session, team, secrets);
  };

  const providersOf = async (session: LinkSessionRow): Promise<LinkProvider[]> => {
    const rows = await db
      .selectFrom('connection')
      .select('provider')
      .where('user_id', '=', session.user_id)
      .execute();
    const connected = new Set(rows.map(({ provider }) => provider));
    return offeredProviders(session).map((provider) => toLinkProvider(provider, publicUrl, connected));
  };

  /**
   * The browser says where the request comes from; the hosted page, which is ours, says who opened it. A
   * token that names its origins is started for no other.
   */
  const checkOrigin = (c: Context<Env>, session: LinkSessionRow, opener: string | undefined): void => {
    if (session.allowed_origins === null) return;
    const allowed = new Set(session.allowed_origins);
    const sender = c.req.header('origin');
    const claimed = opener === undefined ? [] : [normalizeOrigin(opener)];
    const seen =
      sender === undefined || sender === publicUrl ? claimed : [...claimed, normalizeOrigin(sender)];
    if (seen.every((origin) => origin !== undefined && allowed.has(origin))) return;
    throw broken(403, 'origin_not_allowed', 'The page is not one of the allowed_origins of the link token.');
  };

  /** A token from an address starts once; the cookie then tells its browser from any other. */
  const browserOf = (c: Context<Env>, session: LinkSessionRow): string => {
    const known = readBrowser(c, publicUrl, 'svc-link-session');
    if (session.state === 'created') return bindBrowser(c, publicUrl, 'svc-link-session');
    if (known === undefined || !isHashOf(known, session.browser_hash)) throw badToken('token_consumed');
    return known;
  };

  const start = async (tx: Tx, id: string, browser: string | null): Promise<LinkSessionRow> => {
    const session = await lockSession(tx, id);
    const problem = usageProblem(session, clock.now());
    if (problem) throw badToken(problem);
    if (session.state !== 'created') {
      // Two browsers started it at the same moment, and this one was the second.
      if (browser !== null && !isHashOf(browser, session.browser_hash)) throw badToken('token_consumed');
      return session;
    }
    return tx
      .updateTable('link_session')
      .set({
        state: 'started',
        started_on: clock.now(),
        browser_hash: browser === null ? null : hash(browser),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  };

  app.post('/v2/link/start', compressed, async (c) => {
    const body = await readBody(c, startLink.body, { mayBeEmpty: true });
    const session = await findByToken(db, body.link_token ?? linkTokenOf(c));
    const problem = usageProblem(session, clock.now());
    if (!session || problem) throw badToken(problem ?? 'invalid_token');
    checkOrigin(c, session, body.origin);

    const browser = body.via === 'link' ? browserOf(c, session) : null;
    const started = await transact(db, (tx) => start(tx, session.id, browser));
    const answer: ResponseOf<typeof startLink> = {
      session: await view(started),
      providers: await providersOf(started),
    };
    return c.json(answer);
  });

  app.get('/v2/link/state', async (c) => {
    const session = await findByToken(db, linkTokenOf(c));
    if (!session) throw badToken('invalid_token');
    // How a session ended stays readable: the answer may have been on its way when the token expired.
    if (!isConsumed(session) && session.expires_at <= clock.now()) throw badToken('token_expired');
    return c.json(await view(session));
  });

  app.get('/v2/link/providers', compressed, async (c) => {
    const session = await findByToken(db, linkTokenOf(c));
    const problem = usageProblem(session, clock.now());
    if (!session || problem) throw badToken(problem ?? 'invalid_token');
    return c.json(await providersOf(session));
  });

  const sessionOfTeam = async (c: Context<Env>): Promise<LinkSessionRow> => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const session = await db
      .selectFrom('link_session')
      .selectAll()
      .where('id', '=', uuidParam(c, 'link_session_id'))
      .where('team_id', '=', teamId)
      .executeTakeFirst();
    if (!session) throw broken(404, 'link_session_not_found', 'There is no such link session.');
    return session;
  };

  app.get('/v2/link/session/:link_session_id', async (c) => c.json(toSessionReport(await sessionOfTeam(c))));

  app.post('/v2/link/session/:link_session_id/confirm', async (c) => {
    const { id } = await sessionOfTeam(c);
    const { confirm_code } = await readBody(c, confirmLinkSession.body);
    await transact(db, async (tx) => {
      const session = await lockSession(tx, id);
      const { confirm_expires_at } = session;
      if (confirm_expires_at === null || confirm_expires_at <= clock.now())
        throw broken(
          409,
          'not_waiting_for_confirmation',
          'The session does not wait for a confirmation, or not any more. GET it to see how it ended.',
        );
      if (!isHashOf(confirm_code, session.confirm_hash))
        throw broken(
          400,
          'confirm_code_wrong',
          'The confirm_code is not the one that the browser was given.',
        );
      await completeConfirmed(tx, deps, session);
    });
    return c.json(toSessionReport(await sessionOfTeam(c)));
  });

  return app;
}
