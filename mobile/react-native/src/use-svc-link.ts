import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { openLink, type LinkOptions } from './open-link.js';
import type { Outcome } from './outcome.js';

export interface UseSvcLink {
  /** Opens the tab. Resolves when it has ended; while it is open, returns the same promise. Rejects if no tab could be opened. */
  readonly open: () => Promise<Outcome>;
  readonly isOpen: boolean;
}

/** Links in a tab of the system's browser, from a component. It opens with the options of the last render. */
export function useSvcLink(options: LinkOptions): UseSvcLink {
  const [isOpen, setIsOpen] = useState(false);
  const latest = useRef(options);
  const running = useRef<Promise<Outcome> | null>(null);
  useLayoutEffect(() => {
    latest.current = options;
  });

  const open = useCallback((): Promise<Outcome> => {
    if (running.current) return running.current;
    const ended = openLink(latest.current).finally(() => {
      running.current = null;
      setIsOpen(false);
    });
    running.current = ended;
    setIsOpen(true);
    return ended;
  }, []);

  return { open, isOpen };
}
