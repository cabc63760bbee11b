import type { Context } from 'hono';
import { answerPage, answerStyle, html, type Markup, pageStyle } from '../pages/index.js';
import type { ProviderEntry } from '../providers/index.js';
import { requestFields, type AuthorizationRequest } from './authorization-request.js';
import { failures } from './failures.js';
import type { Person } from './person.js';
import { describeScope } from './scope-words.js';

const consentStyle = `
.who { display: flex; align-items: center; gap: 0.75rem; margin-block-end: 1.25rem; }
.who .logo { margin: 0; flex: none; inline-size: 3rem; block-size: 3rem; }
.who p { margin: 0; line-height: 1.35; min-inline-size: 0; }
.who strong { display: block; }
.change { margin-inline-start: 0.25rem; }
ul { list-style: none; margin: 0; padding: 0; border-block-start: 1px solid var(--line); }
li { border-block-end: 1px solid var(--line); }
.scope { display: flex; align-items: center; gap: 0.75rem; min-block-size: 3rem; padding-block: 0.375rem; }
label.scope { cursor: pointer; }
.scope .needed { margin-inline-start: auto; flex: none; }
.scope input { appearance: none; position: relative; flex: none; margin: 0 0 0 auto; inline-size: 2.5rem; block-size: 1.5rem; border-radius: 1rem; background: light-dark(#747b89, #656c7a); cursor: pointer; }
.scope input::after { content: ''; position: absolute; inset-block-start: 0.1875rem; inset-inline-start: 0.1875rem; inline-size: 1.125rem; block-size: 1.125rem; border-radius: 50%; background: #fff; }
.scope input:checked { background: var(--accent); }
.scope input:checked::after { inset-inline-start: 1.1875rem; background: var(--on-accent); }
@media (prefers-reduced-motion: no-preference) { .scope input, .scope input::after { transition: 0.15s; } }
@media (forced-colors: active) { .scope input { appearance: auto; inline-size: 1.25rem; } .scope input::after { content: none; } }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); gap: 0.625rem; }
fieldset { margin: 1.5rem 0 0; padding: 1.25rem 0 0; border: 0; border-block-start: 1px dashed var(--line); min-inline-size: 0; }
legend { float: inline-start; inline-size: 100%; padding: 0; font-size: 0.875rem; color: var(--muted); }
fieldset .actions { clear: both; grid-template-columns: minmax(0, 1fr) auto; margin-block-start: 0; padding-block-start: 0.625rem; }
select { inline-size: 100%; min-block-size: 2.875rem; padding: 0 0.75rem; border: 1px solid light-dark(#8a909c, #6c7380); border-radius: 0.75rem; background: var(--card); color: var(--text); font: inherit; }
`;

/** The colour of the provider, lighter if the page is dark. */
export function answerConsentStyle(c: Context, provider: ProviderEntry): Response {
  const { colour } = provider;
  return answerStyle(
    c,
    `${pageStyle}${consentStyle}
:root { --accent: light-dark(${colour}, color-mix(in oklab, ${colour} 45%, #fff)); --on-accent: light-dark(#fff, #14161b); }`,
  );
}

export interface Consent {
  readonly request: AuthorizationRequest;
  readonly params: URLSearchParams;
  readonly person: Person;
  /** The address of the same request for another account. */
  readonly otherAccountUrl: string;
}

/** The provider's own page: which application asks, for what, and every possible answer of a person or a provider. */
export function answerConsent(
  c: Context,
  provider: ProviderEntry,
  consent: Consent,
): Response | Promise<Response> {
  const { request, person, params } = consent;
  const requested = (scopes: readonly string[]): string[] =>
    scopes.filter((scope) => request.scopes.includes(scope));
  const required = requested(provider.scopes.required);
  const optional = requested(provider.scopes.optional);
  return answerProviderPage(
    c,
    provider,
    `Allow access · ${provider.name}`,
    html`<div class="who">
        <img class="logo" src="/providers/${provider.slug}/logo.svg" alt="" width="48" height="48" />
        <p>
          <strong>${provider.name}</strong>
          <span class="muted small">
            Signed in as ${person.name}
            <a class="muted change" href="${consent.otherAccountUrl}">Change account</a>
          </span>
        </p>
      </div>
      <h1>Let ${request.client.name} read your data?</h1>
      <p class="muted">You can change this in your ${provider.name} settings at any time.</p>
      <form method="post">
        ${requestFields.map((name) => hidden(name, params.get(name)))} ${hidden('account', person.account)}
        <ul>
          ${required.map(
            (scope) =>
              html`<li class="scope">
                <span>${describeScope(scope)}</span><span class="needed muted small">Required</span>
              </li>`,
          )}
          ${optional.map(
            (scope) =>
              html`<li>
                <label class="scope">
                  <span>${describeScope(scope)}</span>
                  <input type="checkbox" name="granted" value="${scope}" checked />
                </label>
              </li>`,
          )}
        </ul>
        <div class="actions">
          <button class="button primary" name="decision" value="allow">Allow</button>
          <div class="pair">
            <button class="button" name="decision" value="deny">Deny</button>
            <button class="button" name="decision" value="allow-optional">Allow without required data</button>
          </div>
        </div>
        <fieldset>
          <legend>${provider.name} is fictional. Try what happens when it fails:</legend>
          <div class="actions">
            <select name="error_type" aria-label="Failure">
              ${failures.map(([errorType, words]) => html`<option value="${errorType}">${words}</option>`)}
            </select>
            <button class="button" name="decision" value="fail">Fail</button>
          </div>
        </fieldset>
      </form>`,
  );
}

/** A page that posts the answer back by itself, or with a button if scripts are off. */
export function answerFormPost(
  c: Context,
  provider: ProviderEntry,
  action: string,
  fields: Readonly<Record<string, string>>,
): Response | Promise<Response> {
  return answerProviderPage(
    c,
    provider,
    `Going back · ${provider.name}`,
    html`<img class="logo" src="/providers/${provider.slug}/logo.svg" alt="" width="56" height="56" />
      <h1>Going back…</h1>
      <form method="post" action="${action}">
        ${Object.entries(fields).map(([name, value]) => hidden(name, value))}
        <div class="actions"><button class="button primary">Continue</button></div>
      </form>`,
    { script: '/sandbox/oauth/form-post.js' },
  );
}

/** Shows an error that cannot be sent back, because the redirect URI is not trusted. */
export function answerRefusal(
  c: Context,
  provider: ProviderEntry,
  reason: string,
): Response | Promise<Response> {
  return answerProviderPage(
    c,
    provider,
    `Something went wrong · ${provider.name}`,
    html`<img class="logo" src="/providers/${provider.slug}/logo.svg" alt="" width="56" height="56" />
      <h1>This can’t be done</h1>
      <p class="muted">${reason}</p>`,
    { status: 400 },
  );
}

function answerProviderPage(
  c: Context,
  provider: ProviderEntry,
  title: string,
  content: Markup,
  more: { readonly status?: 400; readonly script?: string } = {},
): Response | Promise<Response> {
  return answerPage(c, {
    title,
    content,
    style: `/sandbox/oauth/${provider.slug}/style.css`,
    form: true,
    ...more,
  });
}

const hidden = (name: string, value: string | null): Markup | '' =>
  value === null ? '' : html`<input type="hidden" name="${name}" value="${value}" />`;
