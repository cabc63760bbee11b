// The authorization servers of the fictional providers, each with its own consent page. They know nothing about link
// sessions: the OAuth client treats them like any other server.
import { Hono } from 'hono';
import { authorizeRoutes, fictionalProvider } from './authorize.js';
import { issuerOf, type SandboxDeps } from './clients.js';
import { answerConsentStyle } from './consent-page.js';
import { answerToken } from './token.js';

export { sandboxClient, type SandboxDeps } from './clients.js';
export { forgetAccounts, pruneGrants } from './grants.js';
export { findIssued } from './issued-tokens.js';

export function sandboxOauth(deps: SandboxDeps): Hono {
  const app = new Hono().route('/', authorizeRoutes(deps));

  app.post('/sandbox/oauth/:slug/token', (c) => {
    const provider = fictionalProvider(c, deps);
    return provider ? answerToken(c, deps, provider) : c.notFound();
  });

  app.get('/sandbox/oauth/:slug/style.css', (c) => {
    const provider = fictionalProvider(c, deps);
    return provider ? answerConsentStyle(c, provider) : c.notFound();
  });

  app.get('/sandbox/oauth/form-post.js', (c) =>
    c.body('document.forms[0].submit();\n', 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );

  // RFC 8414, so that any OAuth client finds the endpoints.
  app.get('/.well-known/oauth-authorization-server/sandbox/oauth/:slug', (c) => {
    const provider = fictionalProvider(c, deps);
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
