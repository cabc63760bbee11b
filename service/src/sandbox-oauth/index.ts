// The authorization servers of the fictional providers, each with a consent page of its own. They know
// nothing of link sessions: to the OAuth engine they are servers like any other.
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { findProvider, type ProviderEntry } from '../providers/index.js';
import { checkRequest, type Return } from './authorization-request.js';
import { issuerOf, type SandboxDeps } from './clients.js';
import { answerConsent, answerConsentStyle, answerFormPost, answerRefusal } from './consent-page.js';
import { grantCode } from './grants.js';
import { isAccount, newAccount, personOf } from './person.js';
import { answerToken } from './token.js';

export { sandboxClient } from './clients.js';

const base = '/sandbox/oauth/:slug';

export function sandboxOauth(deps: SandboxDeps): Hono {
  const app = new Hono();

  app.get('/sandbox/oauth/form-post.js', (c) =>
    c.body('document.forms[0].submit();\n', 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );

  app.get(`${base}/style.css`, (c) => {
    const provider = oauthProvider(c);
    return provider ? answerConsentStyle(c, provider) : c.notFound();
  });

  app.get(`${base}/authorize`, (c) => {
    const provider = oauthProvider(c);
    if (!provider) return c.notFound();
    isolate(c, provider);
    const params = new URL(c.req.url).searchParams;
    const checked = checkRequest(deps, provider, params);
    if ('refused' in checked) return answerRefusal(c, provider, checked.refused);
    if ('error' in checked) return sendBack(c, deps, provider, checked.to, errorFields(checked));

    const kept = getCookie(c, 'account') ?? '';
    const account = params.get('prompt') !== 'login' && isAccount(kept) ? kept : newAccount();
    // The browser's account at this provider, until it is closed.
    setCookie(c, 'account', account, {
      httpOnly: true,
      sameSite: 'Lax',
      path: `/sandbox/oauth/${provider.slug}`,
      secure: deps.sandboxUrl.startsWith('https:'),
    });
    const other = new URLSearchParams(params);
    other.set('prompt', 'login');
    return answerConsent(c, provider, {
      request: checked.request,
      params,
      person: personOf(account),
      otherAccountUrl: `?${other}`,
    });
  });

  app.post(`${base}/authorize`, async (c) => {
    const provider = oauthProvider(c);
    if (!provider) return c.notFound();
    isolate(c, provider);
    if (c.req.header('sec-fetch-site') === 'cross-site') {
      return answerRefusal(c, provider, 'The answer did not come from this page.');
    }
    const params = new URLSearchParams(await c.req.text());
    const checked = checkRequest(deps, provider, params);
    if ('refused' in checked) return answerRefusal(c, provider, checked.refused);
    if ('error' in checked) return sendBack(c, deps, provider, checked.to, errorFields(checked));
    const { request } = checked;
    const account = params.get('account') ?? '';
    if (!isAccount(account)) return answerRefusal(c, provider, 'The account is not known.');

    const required = provider.scopes.required.filter((scope) => request.scopes.includes(scope));
    const ticked = params
      .getAll('granted')
      .filter((scope) => request.scopes.includes(scope) && !required.includes(scope));
    switch (params.get('decision')) {
      case 'allow': {
        const code = await grantCode(deps, provider, request, { account, scopes: [...required, ...ticked] });
        return sendBack(c, deps, provider, request, { code });
      }
      case 'allow-optional': {
        const code = await grantCode(deps, provider, request, { account, scopes: ticked });
        return sendBack(c, deps, provider, request, { code });
      }
      case 'deny':
        return sendBack(c, deps, provider, request, { error: 'access_denied' });
      case 'fail': {
        const errorType = params.get('error_type') ?? '';
        const known = /^[a-z_]{1,64}$/.test(errorType) ? errorType : 'provider_api_error';
        return sendBack(c, deps, provider, request, { error: 'server_error', svc_error_type: known });
      }
      default:
        return answerRefusal(c, provider, 'That is not one of the answers.');
    }
  });

  app.post(`${base}/token`, async (c) => {
    const provider = oauthProvider(c);
    return provider ? answerToken(c, deps, provider) : c.notFound();
  });

  // RFC 8414, so that any OAuth client finds its way.
  app.get('/.well-known/oauth-authorization-server/sandbox/oauth/:slug', (c) => {
    const provider = oauthProvider(c);
    if (!provider) return c.notFound();
    const issuer = issuerOf(deps, provider);
    return c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      scopes_supported: [...provider.scopes.required, ...provider.scopes.optional],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  return app;
}

function oauthProvider(c: Context): ProviderEntry | undefined {
  const provider = findProvider(c.req.param('slug') ?? '');
  return provider?.authType === 'oauth' && !provider.client ? provider : undefined;
}

/** Some real providers cut the page off from the one that opened it; this one stands for them. */
function isolate(c: Context, provider: ProviderEntry): void {
  if (provider.slug === 'fjord_band') c.header('cross-origin-opener-policy', 'same-origin');
}

const errorFields = ({ error, description }: { error: string; description: string }) => ({
  error,
  error_description: description,
});

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
