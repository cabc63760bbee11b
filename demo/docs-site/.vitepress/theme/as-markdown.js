// A link below each page to the same page as Markdown, for programs and for who copies it whole.
import { useData } from 'vitepress';
import { h } from 'vue';

export const AsMarkdown = {
  setup() {
    const { page } = useData();
    // The file stands beside the page. `target`: otherwise VitePress would look for a page of this name.
    return () =>
      h('p', { class: 'as-markdown' }, [
        h('a', { href: page.value.relativePath.split('/').at(-1), target: '_self' }, 'This page as Markdown'),
      ]);
  },
};
