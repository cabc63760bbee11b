// Opens the hosted page with a form that contains the link token. This needs neither a second window nor a token in an address.
import type { Context } from 'hono';
import {
  allowedReturn,
  answerNotBegun,
  answerRefused,
  answerTokenProblem,
  bindBrowser,
  findByToken,
  isAllowedSender,
  openedBy,
  senderOfForm,
  startSession,
  usageProblem,
  wayBack,
  wayHome,
} from '../link/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';
import { openParameter, sealParameter } from '../crypto/index.js';

/** The form's data, sealed into the address of the redirect that binds the browser. */
interface Posted {
  readonly session: string;
  readonly returnUrl: string | null;
  /** Parameters for the fragment of the hosted page. */
  readonly wishes: string;
  /** The page with the form. Absent if an earlier version sealed the data. */
  readonly origin?: string | null;
}

/**
 * Checks the token and the page that posted it, then redirects. The redirect is needed because a browser sends no Lax cookie
 * with a form of another site. The browser would get a new cookie, which would end the links in its other tabs.
 */
export async function acceptPost(
  c: Context<Env>,
  { db, clock, secrets, publicUrl }: Deps,
  form: URLSearchParams,
): Promise<Response> {
  c.header('referrer-policy', 'no-referrer');
  const session = await findByToken(db, form.get('link_token') ?? undefined);
  if (!session) return answerTokenProblem(c, 'invalid_token');
  const isAllowed = isAllowedSender(session.allowed_origins, senderOfForm(c), publicUrl);
  const returnUrl = allowedReturn(form.get('return_url'), session.allowed_origins);
  const problem = usageProblem(session, clock.now());
  if (problem) {
    const from = { returnUrl, origin: senderOfForm(c).origin };
    const target = session.redirect_url ?? returnUrl;
    const back = isAllowed ? await wayBack({ db, publicUrl }, session, target, problem, from) : null;
    return answerTokenProblem(c, problem, back);
  }
  if (!isAllowed) return answerTokenProblem(c, 'origin_not_allowed');

  const posted: Posted = {
    session: session.id,
    returnUrl,
    wishes: wishesOf(form),
    origin: senderOfForm(c).origin ?? null,
  };
  const sealed = sealParameter(secrets, 'posted-link', '', posted);
  return sealed === null
    ? answerRefused(c, 'unknown')
    : c.redirect(`${publicUrl}/v2/link/open?posted=${sealed}#`, 303);
}

/** Binds the browser to the session, and shows it the hosted page. */
export async function openPosted(c: Context<Env>, deps: Deps): Promise<Response> {
  const { db, clock, secrets, publicUrl } = deps;
  c.header('referrer-policy', 'no-referrer');
  // Only `acceptPost` writes it.
  const posted = openParameter(secrets, 'posted-link', '', c.req.query('posted') ?? '') as Posted | null;
  if (posted === null) return answerRefused(c, 'expired');
  const session = await db
    .selectFrom('link_session')
    .selectAll()
    .where('id', '=', posted.session)
    .executeTakeFirst();
  // Its person was deleted meanwhile.
  if (!session) return answerTokenProblem(c, 'invalid_token');
  const binding = {
    via: 'page',
    browser: bindBrowser(c, publicUrl, 'svc-link-session'),
    home: { returnUrl: posted.returnUrl },
  } as const;
  const page = openedBy({ origin: posted.origin ?? null, mode: 'redirect' });
  try {
    await transact(db, (tx) =>
      startSession(tx, posted.session, clock.now(), { byBrowser: false, binding, page }),
    );
  } catch (error) {
    const from = { returnUrl: posted.returnUrl, origin: posted.origin };
    const target = session.redirect_url ?? posted.returnUrl;
    return answerNotBegun(c, error, {
      with: (problem) => wayBack({ db, publicUrl }, session, target, problem, from),
      home: () => wayHome(db, session, from),
    });
  }
  const wishes = posted.wishes === '' ? '' : `&${posted.wishes}`;
  return c.redirect(`${publicUrl}/link/#session=${posted.session}${wishes}`, 303);
}

const slug = /^[a-z\d_-]{1,64}$/;
const languageTag = /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,4}$/i;
const mostProviders = 50;

/** The options that a page may set, as parameters of a fragment. All others are dropped. */
function wishesOf(form: URLSearchParams): string {
  const provider = form.get('provider') ?? '';
  const providers = (form.get('providers') ?? '').split(' ').filter((name) => slug.test(name));
  const locale = form.get('locale') ?? '';
  const wishes = new URLSearchParams({
    ...(slug.test(provider) && { provider }),
    ...(providers.length > 0 && { providers: providers.slice(0, mostProviders).join(' ') }),
    ...(languageTag.test(locale) && { locale }),
  });
  return wishes.toString().replaceAll('+', '%20');
}
