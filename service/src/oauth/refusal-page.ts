import type { Context } from 'hono';
import type { TokenProblem } from '../errors.js';
import { answerPage, html, pageStylePath, type Page } from '../pages/index.js';
import type { Refusal } from './attempts.js';

type Words = Pick<Page, 'title' | 'status'> & { readonly text: string };

const refusals: Readonly<Record<Refusal, Words>> = {
  unknown: {
    status: 400,
    title: 'This address doesn’t work',
    text: 'It may be incomplete. Go back to the app and start again.',
  },
  'other-browser': {
    status: 403,
    title: 'You started in another browser',
    text: 'Connecting has to begin and end in the same browser, with cookies allowed. Go back to the app and start again.',
  },
  used: {
    status: 409,
    title: 'This step is done',
    text: 'Go back to the app to see how it went.',
  },
  superseded: {
    status: 409,
    title: 'You started again',
    text: 'Only the latest try counts. You can close this window.',
  },
  expired: {
    status: 410,
    title: 'This took too long',
    text: 'Go back to the app and start again.',
  },
};

const tokenProblems: Readonly<Record<TokenProblem | 'provider_not_offered' | 'origin_not_allowed', Words>> = {
  invalid_token: {
    status: 401,
    title: 'This link doesn’t work',
    text: 'Go back to the app and start again.',
  },
  token_expired: {
    status: 401,
    title: 'This link has expired',
    text: 'Go back to the app and start again.',
  },
  token_not_validated: {
    status: 401,
    title: 'This link was not started',
    text: 'Go back to the app and start again.',
  },
  token_consumed: {
    status: 401,
    title: 'This link was used',
    text: 'Go back to the app to see how it went.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'This link doesn’t work here',
    text: 'The page that you came from is not one of the app’s. Go to the app and start there.',
  },
  provider_not_offered: {
    status: 422,
    title: 'This can’t be connected here',
    text: 'Go back to the app and choose something else.',
  },
};

export const answerRefused = (c: Context, refusal: Refusal): Response | Promise<Response> =>
  answerWords(c, refusals[refusal]);

export const answerTokenProblem = (
  c: Context,
  problem: keyof typeof tokenProblems,
): Response | Promise<Response> => answerWords(c, tokenProblems[problem]);

function answerWords(c: Context, { title, text, status }: Words): Response | Promise<Response> {
  const content = html`<div class="plain">
    <svg class="glyph" viewBox="0 0 24 24" width="72" height="72" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.4v.1" />
    </svg>
    <h1>${title}</h1>
    <p class="muted">${text}</p>
  </div>`;
  return answerPage(c, { title, content, style: pageStylePath, ...(status && { status }) });
}
