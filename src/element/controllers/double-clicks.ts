import type { LinkHost } from '../link-host.js';

/** The longest double click, in milliseconds. */
const longest = 1000;

/**
 * Drops the second click of a double click if the element of the first click is gone: the person meant that element, not the one
 * in its place. Otherwise two clicks on a provider could open a link of the next step, or choose what is shared. A click on what
 * the page has put into a slot is never dropped.
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
      // The button counts, because its icon may change when it is pressed.
      if (!isSecond) first = target.closest('button') ?? target;
      else if (first?.isConnected === false && target.getRootNode() === renderRoot) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
}
