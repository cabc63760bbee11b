import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';

/** Pixels between the trigger and the panel, and between the panel and the window's edge. */
const gap = 8;

/** Keeps the frame beside the trigger, wherever the trigger goes, until the returned function is called. */
export function anchor(trigger: Element, frame: HTMLElement): () => void {
  const { style } = frame;
  frame.toggleAttribute('data-anchored', true);
  const place = (): void => {
    const scrolled = [...frame.querySelectorAll('[part=body], [part=provider-list]')].map(
      (element) => [element, element.scrollTop] as const,
    );
    // The side depends on the height that the panel wants, not on the height that it was given before.
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
  // Placing changes the observed size. Inside a ResizeObserver's callback the browser would report an error to the page.
  const end = autoUpdate(trigger, frame, () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(place);
  });
  return () => {
    cancelAnimationFrame(due);
    end();
  };
}
