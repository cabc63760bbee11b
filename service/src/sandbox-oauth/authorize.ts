import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { findProvider, type ProviderEntry } from '../providers/index.js';
import { checkRequest, type AuthorizationRequest, type Return } from './authorization-request.js';
import { issuerOf, type SandboxDeps } from './clients.js';
import { answerConsent, answerFormPost, answerRefusal } from './consent-page.js';
import { grantCode } from './grants.js';
import { isAccount, newAccount, personOf } from './person.js';

/** The fictional provider of a request, if the service has it. */
export function fictionalProvider(
  c: Context,
  { providerSettings }: Pick<SandboxDeps, 'providerSettings'>,
): ProviderEntry | undefined {
  const provider = findProvider(c.req.param('slug') ?? '');
  return provider?.authType === 'oauth' && providerSettings.fictional.has(provider.slug)
    ? provider
    : undefined;
}

/** The routes of the consent page and of the person's answer. */
export function authorizeRoutes(deps: SandboxDeps): Hono {
  const app = new Hono();

  app.get('/sandbox/oauth/:slug/authorize', async (c) => {
    const provider = fictionalProvider(c, deps);
    if (!provider) return c.notFound();
    isolate(c, provider);
    const params = new URL(c.req.url).searchParams;
    const checked = await checkRequest(deps, provider, params);
    if (!('request' in checked)) return answerWrong(c, deps, provider, checked);
    const other = new URLSearchParams(params);
    other.set('prompt', 'login');
    return answerConsent(c, provider, {
      request: checked.request,
      params,
      person: personOf(signedIn(c, deps, provider, params)),
      otherAccountUrl: `?${other}`,
    });
  });

  app.post('/sandbox/oauth/:slug/authorize', async (c) => {
    const provider = fictionalProvider(c, deps);
    if (!provider) return c.notFound();
    isolate(c, provider);
    if (c.req.header('sec-fetch-site') === 'cross-site') {
      return answerRefusal(c, provider, 'The answer did not come from this page.');
    }
    const params = new URLSearchParams(await c.req.text());
    const checked = await checkRequest(deps, provider, params);
    if (!('request' in checked)) return answerWrong(c, deps, provider, checked);
    const answer = await decide(deps, provider, checked.request, params);
    if (answer === null) return answerRefusal(c, provider, 'That is not one of the answers.');
    return sendBack(c, deps, provider, checked.request, answer);
  });

  return app;
}

/** The OAuth answer for the pressed button; null if the button is unknown. */
async function decide(
  deps: SandboxDeps,
  provider: ProviderEntry,
  request: AuthorizationRequest,
  params: URLSearchParams,
): Promise<Readonly<Record<string, string>> | null> {
  const account = params.get('account') ?? '';
  if (!isAccount(account)) return null;
  const required = provider.scopes.required.filter((scope) => request.scopes.includes(scope));
  const ticked = params
    .getAll('granted')
    .filter((scope) => request.scopes.includes(scope) && !required.includes(scope));
  switch (params.get('decision')) {
    case 'allow':
      return {
        code: await grantCode(deps, provider, request, { account, scopes: [...required, ...ticked] }),
      };
    case 'allow-optional':
      return { code: await grantCode(deps, provider, request, { account, scopes: ticked }) };
    case 'deny':
      return { error: 'access_denied' };
    case 'fail': {
      const errorType = params.get('error_type') ?? '';
      return /^[a-z_]{1,64}$/.test(errorType) ? { error: 'server_error', svc_error_type: errorType } : null;
    }
    default:
      return null;
  }
}

/** The account that this browser has at the provider, until the browser is closed or another account is asked for. */
function signedIn(c: Context, deps: SandboxDeps, provider: ProviderEntry, params: URLSearchParams): string {
  const stored = getCookie(c, 'account') ?? '';
  const account = params.get('prompt') !== 'login' && isAccount(stored) ? stored : newAccount();
  setCookie(c, 'account', account, {
    httpOnly: true,
    sameSite: 'Lax',
    path: `/sandbox/oauth/${provider.slug}`,
    secure: deps.sandboxUrl.startsWith('https:'),
  });
  return account;
}

/** Some real providers use COOP, which cuts their page off from its opener. One fictional provider does the same. */
function isolate(c: Context, provider: ProviderEntry): void {
  if (provider.slug === 'fjord_band') c.header('cross-origin-opener-policy', 'same-origin');
}

function answerWrong(
  c: Context,
  deps: SandboxDeps,
  provider: ProviderEntry,
  wrong: { readonly refused: string } | { readonly error: string; readonly description: string; to: Return },
): Response | Promise<Response> {
  if ('refused' in wrong) return answerRefusal(c, provider, wrong.refused);
  return sendBack(c, deps, provider, wrong.to, {
    error: wrong.error,
    error_description: wrong.description,
  });
}

/** Sends the browser back with the answer, `state` and `iss` (RFC 9207). */
function sendBack(
  c: Context,
  deps: SandboxDeps,
  provider: ProviderEntry,
  to: Return,
  answer: Readonly<Record<string, string>>,
): Response | Promise<Response> {
  const fields = {
    ...answer,
    ...(to.state !== null && { state: to.state }),
    iss: issuerOf(deps, provider),
  };
  if (to.responseMode === 'form_post') return answerFormPost(c, provider, to.redirectUri, fields);
  const url = new URL(to.redirectUri);
  for (const [name, value] of Object.entries(fields)) url.searchParams.append(name, value);
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  return c.redirect(url.href, 303);
}
