import type { SvcLink } from '../element/index.js';
import { textOf } from '../messages/index.js';

/** Keeps the step's heading as the page's title, where no element can set a name apart. */
export function titlePage(link: SvcLink): void {
  link.addController({
    hostUpdated() {
      const heading = link.renderRoot.querySelector('[part=title]');
      const pieces = [...(heading?.childNodes ?? [])]
        .filter((node) => !(node instanceof Comment))
        .map((node) => {
          const text = node.textContent ?? '';
          return node.nodeName === 'BDI' ? { value: text } : text.replace(/\s+/g, ' ');
        });
      const title = textOf(pieces, heading?.closest<HTMLElement>('[lang]')?.lang ?? 'en').trim();
      if (title) document.title = title;
    },
  });
}
