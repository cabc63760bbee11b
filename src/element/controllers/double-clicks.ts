import type { LinkHost } from '../link-host.js';

/**
 * Drops the second click of a double click if what the first one was on is gone: it was meant for that, not for what stands there
 * now. Else two clicks on a provider could open a link of the next step, or leave out something that was to be shared.
 */
export function dropClicksOnWhatCame({ renderRoot }: LinkHost): void {
  let first: Element | null = null;
  renderRoot.addEventListener(
    'click',
    (event) => {
      // Only the mouse, a finger and the keyboard make clicks, on elements.
      const { target, detail } = event as MouseEvent & { target: Element };
      // A button that is pressed may show another icon.
      if (detail < 2) first = target.closest('button') ?? target;
      else if (!first?.isConnected) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
}
