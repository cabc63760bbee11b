// The chunk for people who want to keep what they agreed to: a page to print or save, and its words.
import { css, html, nothing, render, type TemplateResult } from 'lit';
import { findWebview } from '../bridge/index.js';
import type { LinkProvider } from '../contract/index.js';
import type { In } from '../flow/index.js';
import { enReceipt } from '../messages/index.js';
import { adoptStyles } from './adopt-styles.js';
import { languageStyles } from './language.styles.js';
import type { LinkHost } from './link-host.js';
import { linkUrl } from './safe-url.js';
import type { Translate } from './translate.js';
import { button } from './ui/button.js';
import { nameOf, resourceName } from './ui/provider-words.js';

interface Chosen {
  readonly chosen: LinkProvider | null;
}

/** Only for the page. */
const pageStyles = css`
  :root {
    color-scheme: light dark;
  }
  body {
    max-inline-size: 34rem;
    margin: 0 auto;
    padding: clamp(1rem, 6vw, 3rem);
    font:
      1rem/1.5 system-ui,
      sans-serif;
    overflow-wrap: anywhere;
  }
  ${languageStyles}
  h1 {
    font-size: 1.5rem;
    line-height: 1.25;
    text-wrap: balance;
  }
  ul {
    padding-inline-start: 1.25rem;
  }
  li bdi {
    display: inline-block;
  }
  li bdi::first-letter {
    text-transform: uppercase;
  }
  dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 0.25rem 1rem;
    padding-block-start: 1rem;
    border-block-start: 1px solid;
  }
  dt {
    font-weight: 600;
  }
  /* Addresses and numbers run from left to right, but are aligned like all other text. */
  dd {
    margin: 0;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  button {
    min-block-size: 2.75rem;
    padding-inline: 1.25rem;
    font: inherit;
  }
  @media (max-width: 30rem) {
    dl {
      display: block;
    }
    dd {
      margin-block-end: 0.5rem;
    }
  }
  @media print {
    :root {
      color-scheme: light;
    }
    body {
      max-inline-size: none;
      padding: 0;
    }
    button {
      display: none;
    }
  }
`;

/** Only for the panel, which has styles for the list of shared resources already. */
const panelStyles = css`
  .receipt {
    p {
      font-weight: inherit;
      text-wrap: pretty;
    }
    p + p,
    dl {
      margin-block-start: 0.75rem;
    }
    dt {
      font-weight: 600;
    }
    dd {
      margin: 0 0 0.375rem;
      overflow-wrap: anywhere;
      text-align: -webkit-match-parent;
      text-align: match-parent;
    }
  }
`;

/** Whether a new window can be opened: an app's webview would leave this page for it, or do nothing. */
const mayOpen = (): boolean => !findWebview(window) && !/; wv\)/.test(navigator.userAgent);

/** Owns which receipt is shown in the panel if no page could be opened. */
export class Receipt {
  readonly #host: LinkHost;
  /** The result of the shown receipt: another connection has another receipt. */
  #shown: In<'done'>['result'] = null;

  constructor(host: LinkHost) {
    this.#host = host;
    adoptStyles(host.renderRoot, panelStyles);
  }

  /** Has to be called inside the click: only then does the browser open a window. */
  open(state: In<'done'>, words: Translate, view: Chosen): void {
    const page = mayOpen() ? openEmpty() : null;
    this.#shown = page ? null : state.result;
    this.#host.requestUpdate();
    if (!page) return;
    const t = words.with(enReceipt);
    const print = button('action', () => page.print(), t('step.done.receipt-print'));
    const show = (): void => {
      const { document } = page;
      document.title = t.text('step.done.receipt-title');
      document.documentElement.lang = t.locale;
      document.documentElement.dir = t.direction ?? 'ltr';
      // The sheet comes from the new window, because a page takes no sheet of another window. No CSP forbids it.
      const sheet = new (page as typeof globalThis & Window).CSSStyleSheet();
      sheet.replaceSync(pageStyles.cssText);
      document.adoptedStyleSheets = [sheet];
      render(html`<main>${receipt(state, t, view, 'h1')}${print}</main>`, document.body);
    };
    show();
    // Firefox may put another empty page in the place of the first.
    page.addEventListener('load', show, { once: true });
  }

  /** The receipt in the panel, if no page could be opened. */
  here(state: In<'done'>, words: Translate, view: Chosen): TemplateResult | typeof nothing {
    if (!this.#shown || this.#shown !== state.result) return nothing;
    const t = words.with(enReceipt);
    return html`<div part="consent" class="receipt" role="status">
      <p>${t('step.done.receipt-here')}</p>
      ${receipt(state, t, view, 'p')}
    </div>`;
  }
}

/** Opens a page without an address, so that it is empty, and without a name, so that no other page can take it over. */
function openEmpty(): Window | null {
  try {
    return window.open('', '_blank');
  } catch {
    // Firefox throws in a sandboxed frame.
    return null;
  }
}

function receipt({ result, session }: In<'done'>, t: Translate, { chosen }: Chosen, title: 'h1' | 'p') {
  const consent = result?.consent;
  if (!consent) return nothing;
  const at = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeStyle: 'long' });
  const addresses = [
    ['step.sign-in.terms', linkUrl(session?.terms_url)],
    ['step.sign-in.privacy', linkUrl(session?.privacy_url)],
  ] as const;
  const heading = t('step.done.receipt-title');
  return html`${title === 'h1' ? html`<h1>${heading}</h1>` : html`<p><strong>${heading}</strong></p>`}
    <p><bdi>${chosen ? nameOf(chosen) : result.provider}</bdi></p>
    <p>${t('step.sign-in.consent')}</p>
    <ul>
      ${consent.resources.map((resource) => html`<li><bdi>${resourceName(resource, t)}</bdi></li>`)}
    </ul>
    <dl>
      <dt>${t('step.done.receipt-when')}</dt>
      <dd><time datetime=${consent.at}>${at.format(new Date(consent.at))}</time></dd>
      <dt>${t('step.problem.reference')}</dt>
      <dd dir="ltr">${result.link_session_id}<br />${consent.text_version} · ${consent.language}</dd>
      ${addresses.map(([key, url]) =>
        url
          ? html`<dt>${t(key)}</dt>
              <dd dir="ltr">${url}</dd>`
          : nothing,
      )}
    </dl>`;
}
