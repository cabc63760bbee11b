import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';

/** Between the trigger and the panel, and between the panel and the window's edge. */
const gap = 8;

/** Keeps the frame beside the trigger, wherever that goes, until the answered function is called. */
export function anchor(trigger: Element, frame: HTMLElement): () => void {
  const { style } = frame;
  frame.toggleAttribute('data-anchored', true);
  const place = (): void => {
    const scrolled = [...frame.querySelectorAll('[part=body], [part=provider-list]')].map(
      (element) => [element, element.scrollTop] as const,
    );
    // Which side is chosen depends on the height that the panel wants, not on the one it was given before.
    style.removeProperty('--_room');
    void computePosition(trigger, frame, {
      strategy: 'fixed',
      placement: 'bottom-start',
      middleware: [
        offset(gap),
        flip({ padding: gap }),
        shift({ padding: gap }),
        size({
          padding: gap,
          apply: ({ availableHeight }) => style.setProperty('--_room', `${availableHeight}px`),
        }),
      ],
    }).then(({ x, y }) => {
      style.setProperty('--_x', `${x}px`);
      style.setProperty('--_y', `${y}px`);
      for (const [element, top] of scrolled) element.scrollTop = top;
    });
  };
  place();
  let due = 0;
  // Placing changes the size that is observed. Within the call of a ResizeObserver the browser would tell the page of an error.
  const end = autoUpdate(trigger, frame, () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(place);
  });
  return () => {
    cancelAnimationFrame(due);
    end();
  };
}
