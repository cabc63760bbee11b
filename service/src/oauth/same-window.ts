import type { Context } from 'hono';
import { ApiError } from '../errors.js';
import { tryProblem } from '../link-credential.js';
import { findByToken, type LinkSessionRow } from '../link-sessions.js';
import { offeredProviders } from '../offered-providers.js';
import { answerPage, html, pageStylePath } from '../pages/index.js';
import { allowedReturn } from '../return-url.js';
import { beginOauth, type OauthDeps } from './attempts.js';
import { destinationOf } from './destination.js';
import { answerTokenProblem } from './refusal-page.js';

/**
 * The way without a second window, and the one for a page that its windows are cut off from: a form with the
 * link token. A page that the token names goes straight on to the provider; for any other, the person is asked
 * first, because who posted is not known (a page may withhold its origin).
 */
export async function startInSameWindow(
  c: Context,
  deps: OauthDeps,
  form: URLSearchParams,
): Promise<Response> {
  const now = deps.clock.now();
  const session = await findByToken(deps.db, form.get('link_token') ?? undefined);
  const problem = tryProblem({ session, byBrowser: false }, now);
  if (!session || problem) return answerTokenProblem(c, problem ?? 'invalid_token');
  const provider = offeredProviders(session).find(({ slug }) => slug === form.get('provider'));
  if (provider?.authType !== 'oauth') return answerTokenProblem(c, 'provider_not_offered');

  const allowed = session.allowed_origins ?? [];
  const end = {
    display: form.get('display') === 'window' ? ('window' as const) : null,
    returnUrl: allowedReturn(form.get('return_url'), allowed),
  };
  let ticket: string;
  try {
    ticket = await beginOauth(deps, session.id, provider, end);
  } catch (error) {
    // The token was used up or ran out since it was read.
    if (error instanceof ApiError) return answerTokenProblem(c, 'token_consumed');
    throw error;
  }
  const origin = c.req.header('origin');
  const onward = `${deps.publicUrl}/v2/link/oauth/${ticket}`;
  if (origin !== undefined && allowed.includes(origin)) {
    // Not a redirect: browsers hold the redirects after a form against the form-action of the page it came from,
    // and no page can name every provider.
    return answerPage(c, {
      title: `Going to ${provider.name}`,
      style: pageStylePath,
      headers: { refresh: `0; url=${onward}` },
      content: html`<div class="plain">
        <img class="logo" src="/providers/${provider.slug}/logo.svg" alt="" width="56" height="56" />
        <h1>Going to ${provider.name}</h1>
        <div class="actions"><a class="button" href="${onward}">Continue</a></div>
      </div>`,
    });
  }

  const app = session.app_name ?? (await teamName(deps, session));
  const cancel = destinationOf(deps.publicUrl, session, end, {
    state: 'error',
    provider: provider.slug,
    link_session_id: session.id,
    error_type: 'user_cancelled',
  });
  return answerPage(c, {
    title: `Connect ${provider.name} to ${app}`,
    style: pageStylePath,
    content: html`<div class="plain">
      <img class="logo" src="/providers/${provider.slug}/logo.svg" alt="" width="56" height="56" />
      <h1>Connect ${provider.name} to ${app}</h1>
      ${
        session.user_label === null
          ? ''
          : html`<p class="muted">You are connecting as ${session.user_label}.</p>`
      }
      <p class="muted">
        ${provider.name} will ask what you want to share. Go on only if you came here from ${app} yourself.
      </p>
      <div class="actions">
        <a class="button primary" href="${onward}">Continue</a>
        <a class="button" href="${cancel}">Cancel</a>
      </div>
    </div>`,
  });
}

async function teamName({ db }: OauthDeps, { team_id }: LinkSessionRow): Promise<string> {
  const team = await db.selectFrom('team').select('name').where('id', '=', team_id).executeTakeFirstOrThrow();
  return team.name;
}
