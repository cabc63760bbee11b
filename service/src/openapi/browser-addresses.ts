/**
 * The addresses that are not part of the interface: pages, redirects and files for browsers, and the fictional
 * providers. No program of a team calls them, so `/openapi.json` leaves them out, but `/docs` names them. The keys are
 * the patterns of the routes.
 */
export const browserAddresses: Readonly<Record<string, string>> = {
  'GET /docs': 'This page.',
  'GET /docs/reference.css': 'Its look.',
  'GET /link': 'The hosted page.',
  'POST /link': 'The same, for a form that brings the link token.',
  'GET /link/frame/:link_session_id': 'The same in a frame of the pages that the link token allows.',
  'GET /link/assets/:name{(?:locales/)?[^/]+}': 'Its scripts, styles and languages.',
  'GET /link/pages.css': 'The look of the pages that the service writes by itself.',
  'GET /console': 'The console: teams, keys, links, connections, webhooks and bulk operations.',
  'GET /console/assets/:name': 'Its scripts and styles, and what `/docs` runs.',
  'GET /console/session': 'Who is signed in to it, and how one gets in.',
  'POST /console/sign-out': 'Ends the session of the browser.',
  'GET /console/sign-in': 'Goes to the identity provider, if the settings name one.',
  'GET /console/signed-in': 'Where that sends the browser back to.',
  'GET /cdn/:name{(?:locales/)?[^/]+}': 'The widget as a script.',
  'GET /providers/:slug/logo.svg': 'The logo of a provider.',
  'GET /providers/:slug/notices/:key': 'How a real provider checks the address that it sends notices to.',
  'POST /providers/:slug/notices/:key': 'Where a real provider tells of new data.',
  'POST /v2/link/extend': 'More time for the hosted page, in the browser that its session is bound to.',
  'POST /v2/link/handoff/open': 'The hosted page on a phone uses up the address that a computer showed.',
  'POST /v2/link/handoff/answer': 'Whether the person goes on there.',
  'GET /v2/link/open': 'Binds the browser that a form brought, and goes on to the hosted page.',
  'GET /v2/link/oauth/:ticket':
    'An `oauth_url`: good once, it goes on to the provider, or asks first for whom the link was made.',
  'POST /v2/link/oauth/:ticket': 'The button of the page that asks.',
  'GET /v2/link/connect/:provider': 'Where an OAuth provider sends the browser back to.',
  'POST /v2/link/connect/:provider': 'The same for a provider that answers by a form.',
  'GET /sandbox/help/:slug': 'The help page of a fictional provider.',
  'GET /sandbox/oauth/:slug/authorize': 'The consent page of a fictional provider.',
  'POST /sandbox/oauth/:slug/authorize': 'What was answered there.',
  'POST /sandbox/oauth/:slug/token': 'The token address of a fictional provider.',
  'GET /sandbox/oauth/:slug/style.css': 'The look of its consent page.',
  'GET /sandbox/oauth/form-post.js': 'Sends the form of a provider that answers by one.',
  'GET /.well-known/oauth-authorization-server/sandbox/oauth/:slug':
    'What a fictional provider says of itself.',
};
