import type { Context } from 'hono';
import { ApiError, errorTypeOf, type TokenProblem, tokenProblemText } from '../../http/index.js';
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

/** The ways back to the team's page, for a person whose token was good a moment earlier. */
export interface WaysBack {
  /** If the token cannot be used any more. */
  readonly with: (problem: TokenProblem) => Promise<WayBack | null>;
  /** If the person can try again. */
  readonly home: () => Promise<WayBack | null>;
}

/** Shows why a try could not begin although its token was good a moment earlier. Throws errors that are no refusals. */
export async function answerNotBegun(c: Context, error: unknown, ways: WaysBack): Promise<Response> {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const wait = Number(error.headers['retry-after'] ?? 0);
  if (error.status === 429) return answerWords(c, 'rate_limited', 429, { wait, back: await ways.home() });
  const problem = errorTypeOf(error);
  if (isTokenProblem(problem)) return answerTokenProblem(c, problem, await ways.with(problem));
  // A field of the form is wrong, which the team has to fix. What the field contains is not in the answer.
  const code = placeOf(error) ?? problem;
  return answerWords(c, 'provider_not_offered', 422, {
    code,
    text: 'invalid_token',
    back: await ways.home(),
  });
}

const isTokenProblem = (type: string | undefined): type is TokenProblem =>
  type !== undefined && Object.hasOwn(tokenProblemText, type);

/** The first wrong field, and its rule. */
function placeOf({ detail }: ApiError): string | undefined {
  const [first] = Array.isArray(detail) ? detail : [];
  return first && `${first.loc.join('.')} ${first.type}`;
}

type Reason = keyof typeof refusals | keyof typeof tokenProblems | 'rate_limited';

interface Shown {
  /** Seconds until the person can try again. */
  readonly wait?: number;
  /** Where a button leads. */
  readonly back?: WayBack | null;
  /** The reason whose text is shown, if it is another one than that of the title. */
  readonly text?: Reason;
  /** A code for the team. */
  readonly code?: string | undefined;
}

function answerWords(
  c: Context,
  reason: Reason,
  status: Status,
  { wait = 0, back = null, text = reason, code = named.has(reason) ? reason : undefined }: Shown = {},
): Response | Promise<Response> {
  const language = languageFor(c);
  const say = inWords(language, { a: back?.app ?? null }, Math.ceil(wait / 60));
  const content = html`<div class="plain">
    <svg class="glyph" viewBox="0 0 24 24" width="72" height="72" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.4v.1" />
    </svg>
    <h1>${say(`${reason}.title`)}</h1>
    <p class="muted">${say(`${text}.text`)}</p>
    ${code === undefined ? '' : html`<p class="muted small"><code dir="ltr">${code}</code></p>`}
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
