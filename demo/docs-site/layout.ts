import { escape } from './html.js';
import { addressOf, type DocsPage, type DocsSection } from './pages.js';
import type { RenderedPage } from './render.js';

export interface Surroundings {
  readonly page: DocsPage;
  readonly sections: readonly DocsSection[];
  readonly previous: DocsPage | undefined;
  readonly next: DocsPage | undefined;
  readonly service: string;
}

const styles = ['demo', 'controls', 'docs', 'docs-contents', 'docs-text', 'docs-code', 'docs-live'];

/** The page around a text: bar, contents, the pages before and after. */
export function layout(rendered: RenderedPage, around: Surroundings): string {
  const { page, service } = around;
  const title = page.slug === '' ? 'svc-link documentation' : `${escape(rendered.title)} – svc-link`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${escape(rendered.lead)}" />
    <title>${title}</title>
    <link rel="icon" href="/icon.svg" />
    <script src="/docs-theme.js"></script>
    ${styles.map((name) => `<link rel="stylesheet" href="/${name}.css" />`).join('\n    ')}
    <script type="module" src="/docs.js"></script>
    ${rendered.isLive ? element(service) : ''}
  </head>
  <body class="docs">
    <a class="skip" href="#text">Skip to the text</a>
    ${bar}
    <div class="frame">
      <nav id="contents" aria-label="Documentation" popover>${contents(rendered, around)}</nav>
      <main id="text" tabindex="-1">
        <article class="prose${page.slug === '' ? ' front' : ''}">${rendered.html}</article>
        ${beforeAndAfter(around)}
      </main>
    </div>
    <div class="visually-hidden" role="status" id="said"></div>
  </body>
</html>
`;
}

const element = (service: string): string => `<link rel="modulepreload" href="${service}/cdn/svc-link.js" />
    <script type="module" src="${service}/cdn/svc-link.js"></script>
    <script type="module" src="/docs-live.js"></script>`;

const bar = `<header class="bar">
      <a class="brand" href="/docs/"><img src="/icon.svg" alt="" width="28" height="28" />svc-link <span>Docs</span></a>
      <div class="bar-end">
        <search><input id="find" type="search" placeholder="Search" aria-label="Search the documentation" hidden /></search>
        <a href="/">Demo</a>
        <button type="button" id="theme" aria-pressed="false" hidden>Dark</button>
        <button type="button" class="menu" popovertarget="contents">Menu</button>
      </div>
    </header>
    <div id="found" popover="manual"></div>`;

function contents(rendered: RenderedPage, { page, sections }: Surroundings): string {
  const within = rendered.headings
    .filter(({ level }) => level === 2)
    .map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`)
    .join('');
  const link = (each: DocsPage): string =>
    each.slug === page.slug
      ? `<li><a href="${addressOf(each)}" aria-current="page">${escape(each.title)}</a>${within && `<ul class="within">${within}</ul>`}</li>`
      : `<li><a href="${addressOf(each)}">${escape(each.title)}</a></li>`;
  return sections
    .map(({ title, pages }) => `<p class="section">${escape(title)}</p><ul>${pages.map(link).join('')}</ul>`)
    .join('');
}

function beforeAndAfter({ previous, next }: Surroundings): string {
  const card = (page: DocsPage | undefined, rel: string, word: string): string =>
    page
      ? `<a rel="${rel}" href="${addressOf(page)}"><span>${word}</span><strong>${escape(page.title)}</strong></a>`
      : '';
  return `<nav class="turn" aria-label="Before and after">${card(previous, 'prev', 'Before')}${card(next, 'next', 'Next')}</nav>`;
}
