import type { LinkHost } from '../link-host.js';

/** No double click takes longer, in milliseconds. */
const longest = 1000;

/**
 * Drops the second click of a double click if what the first one was on is gone: it was meant for that, not for what stands there
 * now. Otherwise two clicks on a provider could open a link of the next step, or choose what is shared. What the page has put into a
 * slot is its own.
 */
export function dropClicksOnWhatCame({ renderRoot }: LinkHost): void {
  let first: Element | null = null;
  let before = 0;
  renderRoot.addEventListener(
    'click',
    (event) => {
      // Every click is on an element. One that a script makes may have no `detail`.
      const { target, detail, timeStamp } = event as MouseEvent & { target: Element };
      const isSecond = detail > 1 && timeStamp - before < longest;
      before = timeStamp;
      // A button that is pressed may show another icon.
      if (!isSecond) first = target.closest('button') ?? target;
      else if (first?.isConnected === false && target.getRootNode() === renderRoot) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
}
