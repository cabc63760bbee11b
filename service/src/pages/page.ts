import type { Context } from 'hono';
import { html } from 'hono/html';
import { isNameable } from './nameable.js';

export type Markup = ReturnType<typeof html>;

export interface Page {
  readonly title: string;
  /** By default English, left to right. */
  readonly language?: { readonly tag: string; readonly direction: 'ltr' | 'rtl' };
  readonly content: Markup;
  /** Content before the main part, such as a bar. */
  readonly before?: Markup;
  /** The address of the stylesheet, on this server. */
  readonly style: string;
  /** The address of a module, on this server. */
  readonly script?: string;
  /** Whether the script sends requests to this server. It must write HTML only with Lit. */
  readonly asks?: boolean;
  /** Another origin, from which an image comes. */
  readonly imagesFrom?: string | undefined;
  /**
   * Whether the page has a form. Browsers apply form-action to the redirects after it too, and these may end at any team's app.
   */
  readonly form?: boolean;
  readonly status?: 200 | 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 502;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers with a page that loads only its own style, script and images, cannot be framed and is never stored. */
export function answerPage(c: Context, page: Page): Response | Promise<Response> {
  const headers = {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self' data:" +
      (page.imagesFrom !== undefined && isNameable(page.imagesFrom) ? ` ${page.imagesFrom}` : '') +
      "; base-uri 'none'; frame-ancestors 'none'" +
      (page.script ? "; script-src 'self'" : '') +
      (page.asks ? "; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html" : '') +
      (page.form ? '' : "; form-action 'none'"),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    ...page.headers,
  };
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const { tag, direction } = page.language ?? { tag: 'en', direction: 'ltr' };
  return c.html(
    html`<!doctype html>
      <html lang="${tag}" dir="${direction}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${page.title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${page.style}" />
          ${page.script ? html`<script type="module" src="${page.script}"></script>` : ''}
        </head>
        <body>
          ${page.before ?? ''}
          <main>${page.content}</main>
        </body>
      </html>`,
    page.status ?? 200,
  );
}
