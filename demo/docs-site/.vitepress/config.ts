// The documentation as a site: the Markdown files of the repository, with their own texts and order.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, type DefaultTheme, type HeadConfig } from 'vitepress';
import { writeMarkdown } from '../as-markdown.js';
import { leadOf, readMarkdown, readPages, type DocsPage } from '../pages.js';
import { asOnGitHub, slugOf, withLiveExamples, withLinksBetween, withNamedTables } from '../markdown.js';

const { pages, sections } = await readPages();
const root = path.join(import.meta.dirname, '../../..');
// The cast: the file belongs to this project, so its shape is known.
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
};
/** Whether the site is made of files for any host, without a service, as `scripts/site.mjs` makes it. */
const isFiles = process.env['DOCS_LIVE'] === 'in the page';
const withoutService = [
  {
    find: /^\.\/with-service\.js$/,
    replacement: path.join(import.meta.dirname, 'theme/without-service.js'),
  },
  { find: 'svc-link/testing', replacement: path.join(root, 'dist/testing/index.js') },
];
/** A link to a page outside the documentation. */
const besideIt = (text: string, link: string) => ({ text, link, target: '_self', noIcon: true });
const linkTo = ({ slug, title }: DocsPage) => ({ text: title, link: `/${slug}` });

export default defineConfig<DefaultTheme.Config & { version: string }>({
  title: 'svc-link',
  titleTemplate: ':title – svc-link',
  lang: 'en',
  // The files work at any place, also in a folder.
  base: isFiles ? './' : '/docs/',
  srcDir: '../..',
  // Files that are not pages of the site.
  srcExclude: [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.github/**', 'bench/**', 'examples/**', 'mobile/**'],
    ...['reports/**', 'site/**', 'service/*/**', 'src/**', 'test/**', 'test-results/**'],
  ],
  rewrites: Object.fromEntries(pages.map(({ file, slug }) => [file, `${slug || 'index'}.md`])),
  cleanUrls: !isFiles,
  ignoreDeadLinks: 'localhostLinks',
  transformHead({ page }) {
    const up = '../'.repeat(page.split('/').length - 1);
    const icon: HeadConfig = ['link', { rel: 'icon', href: isFiles ? `${up}icon.svg` : '/icon.svg' }];
    const asMarkdown = { rel: 'alternate', type: 'text/markdown', href: path.posix.basename(page) };
    return page === '404.md' ? [icon] : [icon, ['link', asMarkdown]];
  },
  buildEnd: ({ outDir }) => writeMarkdown(pages, outDir),
  // Otherwise VitePress adds a style element to the page, which its policy forbids.
  appearance: { disableTransition: false },
  markdown: {
    anchor: { slugify: slugOf },
    config: (md) =>
      void md
        .use(asOnGitHub)
        .use(withLinksBetween, pages)
        .use(withNamedTables)
        .use(withLiveExamples, isFiles),
  },
  // The repository's own Vite configuration is only for the package.
  vite: { configFile: false, resolve: { alias: isFiles ? withoutService : [] } },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'svc-link' } } },
  async transformPageData({ filePath }) {
    const page = pages.find(({ file }) => file === filePath);
    return page && { description: leadOf(await readMarkdown(page)) };
  },
  themeConfig: {
    sidebarMenuLabel: 'Contents',
    darkModeSwitchLabel: 'Dark theme',
    search: { provider: 'local' },
    version: `v${version}`,
    nav: isFiles
      ? [besideIt('Demo', '/demo/index.html'), besideIt('API reference', '/reference.html')]
      : [besideIt('Demo', 'http://localhost:5173/'), besideIt('API reference', 'http://127.0.0.1:8787/docs')],
    sidebar: sections.map(({ title, pages: items }) => ({ text: title, items: items.map(linkTo) })),
    outline: { level: [2, 3] },
  },
});
