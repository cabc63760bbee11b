import { SvcLink } from '../element/index.js';
import type { Ports } from '../flow/index.js';

/** What the hosted page makes of the element. */
export interface HostedLinkOptions {
  /** Called by the constructor. */
  readonly adapt: (ports: Ports) => Ports;
  /** Called after each update. */
  readonly drawn: (link: SvcLink) => void;
}

/** The element as it stands in the hosted page: the same, but for how it reaches the world. */
export function hostedLinkClass({ adapt, drawn }: HostedLinkOptions): typeof SvcLink {
  return class HostedLink extends SvcLink {
    protected override adaptPorts(ports: Ports): Ports {
      return adapt(ports);
    }

    protected override updated(): void {
      super.updated();
      drawn(this);
    }
  };
}
