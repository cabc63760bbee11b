import { SvcLink } from '../element/index.js';
import type { Ports } from '../flow/index.js';
import { textOf } from '../messages/index.js';

/**
 * The element as it stands in the hosted page: the same, but for how it reaches the world. `adapt` is called by the
 * constructor.
 */
export function hostedLinkClass(adapt: (ports: Ports) => Ports): typeof SvcLink {
  return class HostedLink extends SvcLink {
    protected override adaptPorts(ports: Ports): Ports {
      return adapt(ports);
    }

    protected override updated(): void {
      super.updated();
      titlePage(this.renderRoot);
    }
  };
}

/** The page's title is the step's, where no element can set a name apart. */
function titlePage(root: ParentNode): void {
  const heading = root.querySelector('[part=title]');
  const pieces = [...(heading?.childNodes ?? [])]
    .filter((node) => !(node instanceof Comment))
    .map((node) => {
      const text = node.textContent ?? '';
      return node.nodeName === 'BDI' ? { value: text } : text.replace(/\s+/g, ' ');
    });
  const title = textOf(pieces, heading?.closest<HTMLElement>('[lang]')?.lang ?? 'en').trim();
  if (title) document.title = title;
}
