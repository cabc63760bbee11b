// Linking through a provider's own page: attempts, cookie, state, PKCE, callback. All of this is the same for every
// provider; `OauthClient` hides how providers differ.
import { Hono, type MiddlewareHandler } from 'hono';
import { startOauth } from 'svc-link/contract';
import { requireSession, sessionFor, tryProblem, type Caller } from '../credential.js';
import { type Env, onlyVisits, type RequestOf } from '../../http/index.js';
import { consentIn, readConsent } from '../consent.js';
import { linkRoute } from '../route.js';
import { requireOffered } from '../offered-providers.js';
import { pageRoutes } from '../../pages/index.js';
import { logoUrl } from '../../providers/index.js';
import { beginOauth, type End, type OauthDeps } from './attempts.js';
import { answerCallback } from './callback.js';
import { openAttempt, openAttemptByButton } from './open-attempt.js';
import { openAnswer, sealAnswer } from './form-post.js';
import { answerRefused } from './refusal-page.js';

export { extendAttempt, pruneAttempts } from './attempts.js';
export { answerNotBegun, answerRefused, answerTokenProblem } from './refusal-page.js';
export { startInSameWindow } from './same-window.js';
export { wayBack, wayHome, withWayBack } from './way-back.js';

/** Before they accept a callback address, some providers send a HEAD to see if it answers. The answer is 200, with no effect. */
const answerProbe: MiddlewareHandler = (c, next) =>
  c.req.method === 'HEAD' ? Promise.resolve(c.body(null, 200)) : next();

export function oauthRoutes(deps: OauthDeps): Hono<Env> {
  const app = new Hono<Env>().route('/', pageRoutes());

  const begin = async (caller: RequestOf<typeof startOauth> & Caller) => {
    const session = requireSession(caller, tryProblem, deps.clock.now());
    const provider = await requireOffered(deps, caller.params.provider, session, 'oauth');
    const { query } = caller;
    const given = consentIn(
      { resources: query.resources, text_version: query.text_version, language: query.language },
      'query',
    );
    const consent = readConsent(given, {
      provider,
      needed: session.required_resources,
      at: ['query'],
      now: deps.clock.now(),
    });
    const end: End = {
      // A phone ends at our own page, because it knows no other.
      display: caller.phone ? 'window' : (query.display ?? null),
      // If the token has no redirect URL, the browser returns to the page whose form it came from.
      returnUrl: sessionFor(caller, session).redirect_url,
    };
    const ticket = await beginOauth(deps, session.id, provider, end, consent, caller.phone);
    return {
      oauth_url: `${deps.publicUrl}/v2/link/oauth/${ticket}`,
      name: provider.name,
      slug: provider.slug,
      logo: logoUrl(deps.publicUrl, provider),
    };
  };
  linkRoute(app, deps, startOauth, begin, onlyVisits);

  app.get('/v2/link/oauth/:ticket', onlyVisits, (c) => openAttempt(c, deps, c.req.param('ticket')));

  app.post('/v2/link/oauth/:ticket', async (c) =>
    openAttemptByButton(c, deps, c.req.param('ticket'), new URLSearchParams(await c.req.text())),
  );

  app.get('/v2/link/connect/:provider', answerProbe, onlyVisits, (c) => {
    const slug = c.req.param('provider');
    const sealed = c.req.query('answer');
    const params = sealed === undefined ? new URL(c.req.url).searchParams : openAnswer(deps, slug, sealed);
    return params ? answerCallback(c, deps, slug, params) : answerRefused(c, 'unknown');
  });

  // A browser sends no Lax cookie with a form from another site, but it does send it with the redirect that follows.
  app.post('/v2/link/connect/:provider', async (c) => {
    const slug = c.req.param('provider');
    const sealed = sealAnswer(deps, slug, new URLSearchParams(await c.req.text()));
    if (sealed === null) return answerRefused(c, 'unknown');
    c.header('referrer-policy', 'no-referrer');
    return c.redirect(`${deps.publicUrl}/v2/link/connect/${encodeURIComponent(slug)}?answer=${sealed}#`, 303);
  });

  return app;
}
