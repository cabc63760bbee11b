import type { Context } from 'hono';
import { type ApiError, errorTypeOf, type TokenProblem } from '../../http/index.js';
import { answerPage, html, inWords, languageFor, type Page, pageStylePath } from '../../pages/index.js';
import type { Refusal } from './attempts.js';
import type { WayBack } from './way-back.js';

type Status = NonNullable<Page['status']>;

const refusals = {
  unknown: 400,
  'other-browser': 403,
  used: 409,
  superseded: 409,
  expired: 410,
  session_elsewhere: 403,
} as const satisfies Record<Refusal | 'session_elsewhere', Status>;

const tokenProblems = {
  invalid_token: 401,
  token_expired: 401,
  token_not_validated: 401,
  token_consumed: 401,
  origin_not_allowed: 403,
  provider_not_offered: 422,
} as const satisfies Record<TokenProblem | 'provider_not_offered' | 'origin_not_allowed', Status>;

/** The refusals that the team has to fix. The page shows their code, which the documentation explains. */
const named: ReadonlySet<string> = new Set(['session_elsewhere', 'origin_not_allowed']);

export const answerRefused = (c: Context, refusal: keyof typeof refusals): Response | Promise<Response> =>
  answerWords(c, refusal, refusals[refusal]);

/** `back`: the way back to the team's page, if it is known. */
export const answerTokenProblem = (
  c: Context,
  problem: keyof typeof tokenProblems,
  back: WayBack | null = null,
): Response | Promise<Response> => answerWords(c, problem, tokenProblems[problem], { back });

/** Shows why a try could not begin although its token was good a moment earlier. */
export function answerNotBegun(c: Context, error: ApiError): Response | Promise<Response> {
  const wait = Number(error.headers['retry-after'] ?? 0);
  if (error.status === 429) return answerWords(c, 'rate_limited', 429, { wait });
  // Any other code means that the token is used up or belongs to another browser.
  return answerTokenProblem(c, errorTypeOf(error) === 'token_expired' ? 'token_expired' : 'token_consumed');
}

/** `wait`: seconds until the person can try again. `back`: where a button leads. */
function answerWords(
  c: Context,
  reason: keyof typeof refusals | keyof typeof tokenProblems | 'rate_limited',
  status: Status,
  { wait = 0, back = null }: { readonly wait?: number; readonly back?: WayBack | null } = {},
): Response | Promise<Response> {
  const language = languageFor(c);
  const say = inWords(language, { a: back?.app ?? null }, Math.ceil(wait / 60));
  const content = html`<div class="plain">
    <svg class="glyph" viewBox="0 0 24 24" width="72" height="72" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.4v.1" />
    </svg>
    <h1>${say(`${reason}.title`)}</h1>
    <p class="muted">${say(`${reason}.text`)}</p>
    ${named.has(reason) ? html`<p class="muted small"><code dir="ltr">${reason}</code></p>` : ''}
    ${
      back
        ? html`<div class="actions">
            <a class="button primary" href="${back.address}">${say('go-back')}</a>
          </div>`
        : ''
    }
  </div>`;
  return answerPage(c, {
    title: say.plainly(`${reason}.title`),
    content,
    language,
    style: pageStylePath,
    status,
    headers: wait > 0 ? { 'retry-after': String(wait) } : {},
  });
}
