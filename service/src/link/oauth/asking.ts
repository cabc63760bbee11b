// The page that asks a person before an attempt goes on to the provider, and what its button is known by: a number
// that stands in the page and in a cookie of the browser that shows it. No other page can read either, and no other
// browser has the cookie. A cookie for each address, so that the page may be open in several tabs.
import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie } from 'hono/cookie';
import { cookieName, keepSecret, readSecret } from '../browser-cookie.js';
import { hash } from '../../crypto/index.js';
import { answerPage, html, inWords, languageFor, pageStyleIn } from '../../pages/index.js';
import type { ProviderEntry } from '../../providers/index.js';
import { isFromOurPage } from '../../http/index.js';
import type { End, OauthDeps } from './attempts.js';
import { destinationOf } from './destination.js';
import type { LinkSessionRow } from '../session-row.js';

/** How long a person may look at the page, in seconds: as long as an attempt may take. */
const cookieSeconds = 1800;

export interface Question {
  readonly ticket: string;
  readonly session: LinkSessionRow;
  readonly provider: ProviderEntry;
  readonly end: End;
}

type Tools = Pick<OauthDeps, 'db' | 'publicUrl'>;

const nameFor = (publicUrl: string, ticket: string): string =>
  cookieName(publicUrl, `svc-link-ask-${Buffer.from(hash(ticket)).toString('hex', 0, 8)}`);

/** The number that this browser was shown the page with. */
const shownNonce = (c: Context, publicUrl: string, ticket: string): string | undefined =>
  readSecret(c, nameFor(publicUrl, ticket));

/** Whether this browser was shown a page of ours for the address. */
export const wasShown = (c: Context, { publicUrl }: Tools, ticket: string): boolean =>
  shownNonce(c, publicUrl, ticket) !== undefined;

/** Has the browser remember that a page of ours was shown for the address; answers the number for its form. */
export const remember = (c: Context, { publicUrl }: Tools, ticket: string): string =>
  keepSecret(c, publicUrl, nameFor(publicUrl, ticket), cookieSeconds);

/** Whether a person pressed the button of the page in this browser. Counts once. */
export function takeAnswer(c: Context, { publicUrl }: Tools, ticket: string, form: URLSearchParams): boolean {
  const nonce = shownNonce(c, publicUrl, ticket);
  // Of a form that anybody may write, so its bytes are counted, not its letters.
  const given = Buffer.from(form.get('nonce') ?? '');
  if (nonce === undefined || given.length !== nonce.length) return false;
  if (!timingSafeEqual(given, Buffer.from(nonce))) return false;
  if (!isFromOurPage(c, publicUrl) || !isVisit(c)) return false;
  deleteCookie(c, nameFor(publicUrl, ticket), { path: '/', secure: publicUrl.startsWith('https:') });
  return true;
}

/** Whether the answer to a request takes the place of a page. Browsers that say nothing of it may. */
export function isVisit(c: Context): boolean {
  const destination = c.req.header('sec-fetch-dest');
  return destination === undefined || destination === 'document';
}

/** Says for whom and by whom the link was made; goes on by its button only. */
export async function ask(c: Context, deps: Tools, question: Question): Promise<Response> {
  const { ticket, session, provider, end } = question;
  const { brand, name } = await deps.db
    .selectFrom('team')
    .select(['name', 'brand'])
    .where('id', '=', session.team_id)
    .executeTakeFirstOrThrow();
  const values = { p: provider.name, a: session.app_name ?? brand?.name ?? name, name: session.user_label };
  const language = languageFor(c);
  const say = inWords(language, values);
  const logo = brand?.logo && URL.canParse(brand.logo) ? new URL(brand.logo) : undefined;
  const cancel = destinationOf(deps.publicUrl, session, end, {
    state: 'error',
    provider: provider.slug,
    link_session_id: session.id,
    error_type: 'user_cancelled',
  });
  const nonce = remember(c, deps, ticket);
  return answerPage(c, {
    title: say.plainly('ask.title'),
    language,
    style: pageStyleIn(brand?.color),
    imagesFrom: logo?.origin,
    form: true,
    // Without a referrer the browser would not say either where the form was posted from.
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
