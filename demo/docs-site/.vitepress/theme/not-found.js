import { withBase } from 'vitepress';
import { h } from 'vue';

/** Shown instead of a page that does not exist. */
export const NotFound = () =>
  h('main', { class: 'vp-doc not-found' }, [
    h('h1', 'There is no such page'),
    h('p', 'It may have another name in this version. The search looks into every page.'),
    h('p', h('a', { href: withBase('/') }, 'To the first page')),
  ]);
