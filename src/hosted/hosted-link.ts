import { SvcLink } from '../element/index.js';
import type { Ports } from '../flow/index.js';

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

/** The page's title is the step's. */
function titlePage(root: ParentNode): void {
  const heading = root.querySelector('[part=title]')?.textContent.replace(/\s+/g, ' ').trim();
  if (heading) document.title = heading;
}
