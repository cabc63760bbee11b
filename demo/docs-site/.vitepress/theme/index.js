// VitePress's own theme, with the widget alive in it.
import { onContentUpdated, useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h, onMounted, useTemplateRef, watchPostEffect } from 'vue';
import '../../../pages/controls.css';
import './as-markdown.css';
import './colours.css';
import './columns.css';
import './live.css';
import './version.css';
import { AsMarkdown } from './as-markdown.js';
import { takeOverCopies } from './copy.js';
import { bringAlive } from './live.js';
import { NotFound } from './not-found.js';
import { Version } from './version.js';

export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      const { isDark } = useData();
      const said = useTemplateRef('said');
      onMounted(() => {
        takeOverCopies(said.value);
        // Otherwise the page keeps the choice that it was built with, even if the person has made another.
        watchPostEffect(() => {
          for (const each of document.querySelectorAll('.VPSwitchAppearance'))
            each.setAttribute('aria-checked', String(isDark.value));
        });
      });
      onContentUpdated(bringAlive);
      const status = () => h('div', { ref: 'said', role: 'status', class: 'visually-hidden' });
      return () =>
        h(DefaultTheme.Layout, null, {
          'layout-bottom': status,
          'doc-footer-before': () => h(AsMarkdown),
          'nav-bar-content-before': () => h(Version),
          'not-found': () => h(NotFound),
        });
    },
  },
};
