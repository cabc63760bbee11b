// The documentation as a site: the Markdown files of the repository, whose texts and order are the files' own.
import { defineConfig } from 'vitepress';
import { leadOf, readMarkdown, readPages, type DocsPage } from '../pages.js';
import { asOnGitHub, slugOf, withLiveExamples, withLinksBetween, withNamedTables } from '../markdown.js';

const { pages, sections } = await readPages();
const linkTo = ({ slug, title }: DocsPage) => ({ text: title, link: `/${slug}` });

export default defineConfig({
  title: 'svc-link',
  titleTemplate: ':title – svc-link',
  lang: 'en',
  base: '/docs/',
  srcDir: '../..',
  // What is no page of the site.
  srcExclude: [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.github/**', 'bench/**', 'examples/**'],
    ...['reports/**', 'service/*/**', 'src/**', 'test/**'],
  ],
  rewrites: Object.fromEntries(pages.map(({ file, slug }) => [file, `${slug || 'index'}.md`])),
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  // Otherwise a style is made in the page, which its policy forbids.
  appearance: { disableTransition: false },
  markdown: {
    anchor: { slugify: slugOf },
    config: (md) =>
      void md.use(asOnGitHub).use(withLinksBetween, pages).use(withNamedTables).use(withLiveExamples),
  },
  // That of the package is for the package.
  vite: { configFile: false },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'svc-link' } } },
  async transformPageData({ filePath }) {
    const page = pages.find(({ file }) => file === filePath);
    return page && { description: leadOf(await readMarkdown(page)) };
  },
  themeConfig: {
    sidebarMenuLabel: 'Contents',
    darkModeSwitchLabel: 'Dark theme',
    search: { provider: 'local' },
    nav: [{ text: 'Demo', link: 'http://localhost:5173/', target: '_self', noIcon: true }],
    sidebar: sections.map(({ title, pages: items }) => ({ text: title, items: items.map(linkTo) })),
    outline: { level: [2, 3] },
  },
});
