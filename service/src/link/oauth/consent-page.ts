// The page that asks for consent before an attempt continues to the provider. A nonce in
// the page and in a cookie proves that a person pressed the button on this page in this
// browser. Each address has its own cookie, so that the page can be open in several tabs.
import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie } from 'hono/cookie';
import { keepSecret } from '../browser-cookie.js';
import { hash } from '../../crypto/index.js';
import { isUrl } from '../../outbound/index.js';
import { answerPage, html, inWords, languageFor, pageStyleIn } from '../../pages/index.js';
import type { ProviderEntry } from '../../providers/index.js';
import { cookieName, isFromOurPage, readSecret } from '../../http/index.js';
import type { End, OauthDeps } from './attempts.js';
import { appOf } from './app-of.js';
import { destinationOf } from './destination.js';
import type { LinkSessionRow } from '../session-row.js';

/** How long a person may stay on the page, in seconds. An attempt may take as long. */
const cookieSeconds = 1800;

export interface ConsentRequest {
  readonly ticket: string;
  readonly session: LinkSessionRow;
  readonly provider: ProviderEntry;
  readonly end: End;
}

type Tools = Pick<OauthDeps, 'db' | 'publicUrl'>;

const nameFor = (publicUrl: string, ticket: string): string =>
  cookieName(publicUrl, `svc-link-ask-${Buffer.from(hash(ticket)).toString('hex', 0, 8)}`);

/** The nonce of the page that this browser was shown. */
const shownNonce = (c: Context, publicUrl: string, ticket: string): string | undefined =>
  readSecret(c, nameFor(publicUrl, ticket));

/** Whether this browser was shown a page of ours for the address. */
export const wasShown = (c: Context, { publicUrl }: Tools, ticket: string): boolean =>
  shownNonce(c, publicUrl, ticket) !== undefined;

/** Sets the cookie that proves that a page of ours was shown for the address. Returns the nonce for its form. */
export const markShown = (c: Context, { publicUrl }: Tools, ticket: string): string =>
  keepSecret(c, publicUrl, nameFor(publicUrl, ticket), cookieSeconds);

/** Checks that a person pressed the button of the page in this browser, and uses up the nonce. */
export function takeConsent(
  c: Context,
  { publicUrl }: Tools,
  ticket: string,
  form: URLSearchParams,
): boolean {
  const nonce = shownNonce(c, publicUrl, ticket);
  // Anybody can post this form. timingSafeEqual needs buffers of equal length, so the lengths in bytes are compared first.
  const given = Buffer.from(form.get('nonce') ?? '');
  if (nonce === undefined || given.length !== nonce.length) return false;
  if (!timingSafeEqual(given, Buffer.from(nonce))) return false;
  if (!isFromOurPage(c, publicUrl) || !isNavigation(c)) return false;
  deleteCookie(c, nameFor(publicUrl, ticket), { path: '/', secure: publicUrl.startsWith('https:') });
  return true;
}

/** Whether a request opens a page. True for browsers that do not send `Sec-Fetch-Dest`. */
export function isNavigation(c: Context): boolean {
  const destination = c.req.header('sec-fetch-dest');
  return destination === undefined || destination === 'document';
}

/** Shows who made the link and for whom. Only the button of this page leads to the provider. */
export async function askConsent(c: Context, deps: Tools, request: ConsentRequest): Promise<Response> {
  const { ticket, session, provider, end } = request;
  const { app, brand } = await appOf(deps.db, session);
  const values = { p: provider.name, a: app, name: session.user_label };
  const language = languageFor(c);
  const say = inWords(language, values);
  const logo = brand?.logo && isUrl(brand.logo) ? new URL(brand.logo) : undefined;
  const cancel = destinationOf(deps.publicUrl, session, end, {
    state: 'error',
    provider: provider.slug,
    link_session_id: session.id,
    error_type: 'user_cancelled',
  });
  const nonce = markShown(c, deps, ticket);
  return answerPage(c, {
    title: say.plainly('ask.title'),
    language,
    style: pageStyleIn(brand?.color),
    imagesFrom: logo?.origin,
    form: true,
    // With no-referrer the browser would not send the form's Origin.
    headers: { 'referrer-policy': 'same-origin' },
    content: html`<div class="plain">
      <div class="logos">
        ${logo ? html`<img class="logo" src="${logo.href}" alt="" width="56" height="56" />` : ''}
        <img class="logo" src="/providers/${provider.slug}/logo.svg" alt="" width="56" height="56" />
      </div>
      <h1>${say('ask.title')}</h1>
      <p>${say(session.user_label === null ? 'ask.made-for-one' : 'ask.made-for')}</p>
      <p class="muted">${say('ask.caution')} ${say('ask.next')}</p>
      <form method="post" action="/v2/link/oauth/${encodeURIComponent(ticket)}">
        <input type="hidden" name="nonce" value="${nonce}" />
        <div class="actions">
          <button class="button primary">${say('continue')}</button>
          <a class="button" href="${cancel}">${say('cancel')}</a>
        </div>
      </form>
    </div>`,
  });
}
