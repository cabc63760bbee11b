import type { Context } from 'hono';
import { consentIn, readConsent } from '../consent.js';
import { tryProblem } from '../credential.js';
import { findByToken } from '../sessions.js';
import { offeredProviders } from '../offered-providers.js';
import { answerPage, html, inWords, languageFor, pageStylePath } from '../../pages/index.js';
import { allowedReturn } from '../return-url.js';
import { isAllowedSender, senderOfForm } from '../sender.js';
import { askConsent, markShown } from './consent-page.js';
import { beginOauth, type OauthDeps } from './attempts.js';
import { answerNotBegun, answerTokenProblem, type WaysBack } from './refusal-page.js';
import { wayBack, wayHome } from './way-back.js';

/**
 * Starts OAuth from a form with the link token, for pages that open no second window or cannot reach the window that they open.
 * If the token names origins, a page of such an origin goes straight on to the provider, and any other page is refused. If the
 * token names none, or the browser sends no origin, the sender is unknown and the person is asked for consent.
 */
export async function startInSameWindow(
  c: Context,
  deps: OauthDeps,
  form: URLSearchParams,
): Promise<Response> {
  const now = deps.clock.now();
  const session = await findByToken(deps.db, form.get('link_token') ?? undefined);
  if (!session) return answerTokenProblem(c, 'invalid_token');
  const sender = senderOfForm(c);
  const isAllowed = isAllowedSender(session.allowed_origins, sender, deps.publicUrl);
  const returnUrl = allowedReturn(form.get('return_url'), session.allowed_origins);
  const from = { returnUrl, origin: sender.origin };
  const ways: WaysBack = {
    with: (problem) => wayBack(deps, session, returnUrl ?? session.redirect_url, problem, from),
    home: () => wayHome(deps.db, session, from),
  };
  const problem = tryProblem({ session, byBrowser: false }, now);
  if (problem) {
    return answerTokenProblem(c, problem, isAllowed ? await ways.with(problem) : null);
  }
  const offered = await offeredProviders(deps, session);
  const provider = offered.find(({ slug }) => slug === form.get('provider'));
  if (provider?.authType !== 'oauth')
    return answerTokenProblem(c, 'provider_not_offered', isAllowed ? await ways.home() : null);
  if (!isAllowed) return answerTokenProblem(c, 'origin_not_allowed');

  const allowed = session.allowed_origins ?? [];
  const end = {
    display: form.get('display') === 'window' ? ('window' as const) : null,
    returnUrl,
  };
  let ticket: string;
  try {
    const [resources, text_version, language] = ['resources', 'text_version', 'language'].map((name) =>
      form.get(name),
    );
    const given = consentIn({ resources, text_version, language }, 'body');
    const by = { provider, needed: session.required_resources, at: ['body'], now };
    ticket = await beginOauth(deps, session.id, provider, end, readConsent(given, by));
  } catch (error) {
    return answerNotBegun(c, error, ways);
  }
  const onward = `${deps.publicUrl}/v2/link/oauth/${ticket}`;
  if (sender.origin !== undefined && allowed.includes(sender.origin)) {
    // A browser that sends no Sec-Fetch-Site now reaches the consent page instead of a refusal.
    markShown(c, deps, ticket);
    const language = languageFor(c);
    const say = inWords(language, { p: provider.name });
    // Not a redirect: browsers check the redirects after a form against the form-action of the page that sent it, and no
    // page can list every provider there.
    return answerPage(c, {
      title: say.plainly('going.title'),
      language,
      style: pageStylePath,
      headers: { refresh: `0; url=${onward}` },
      content: html`<div class="plain">
        <img class="logo" src="/providers/${provider.slug}/logo.svg" alt="" width="56" height="56" />
        <h1>${say('going.title')}</h1>
        <div class="actions"><a class="button" href="${onward}">${say('continue')}</a></div>
      </div>`,
    });
  }

  return askConsent(c, deps, { ticket, session, provider, end });
}
