'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SvcLink } from '#element';
import type { LinkOutcome, OpenOptions } from '../element/index.js';
import { events, type Handlers } from './events.js';
import { register } from './register.js';
import { useBrowserEffect } from './use-browser-effect.js';

/** The element's properties, and its events as `onSuccess` and the like. What is set when it opens counts. */
export type UseSvcLinkOptions = Omit<OpenOptions, 'on' | 'signal'> & Handlers;

/** What `useSvcLink` answers. The functions stay the same for as long as the component stands. */
export interface UseSvcLink {
  /**
   * Opens the dialog. Resolves once it is closed, with how it ended, and is the same promise while it is open. Rejects with
   * a `TypeError` if the options cannot work.
   */
  readonly open: () => Promise<LinkOutcome>;
  /** Closes it: `cancelled`, unless it had come to another end. */
  readonly close: () => void;
  /** Loads ahead what opening takes, such as where the pointer comes near the button. The service is asked nothing. */
  readonly preload: () => void;
  readonly isOpen: boolean;
  /** Whether there is an address of the service, and a token or who gives one: a page may still wait for its token. */
  readonly isReady: boolean;
}

/** What the element is given; handlers are not for it. */
const propertiesOf = (options: UseSvcLinkOptions): Omit<OpenOptions, 'on'> =>
  // What is left are the element's properties.
  Object.fromEntries(Object.entries(options).filter(([name]) => !(name in events)));

/** Opens `<svc-link>` as a dialog from a component, without a tag in the page. It is closed when the component goes. */
export function useSvcLink(options: UseSvcLinkOptions): UseSvcLink {
  const [isOpen, setIsOpen] = useState(false);
  const latest = useRef(options);
  const running = useRef<{ readonly ended: Promise<LinkOutcome>; readonly leave: AbortController } | null>(
    null,
  );
  useBrowserEffect(() => {
    latest.current = options;
  });

  const close = useCallback(() => running.current?.leave.abort(), []);
  useEffect(() => close, [close]);

  const open = useCallback((): Promise<LinkOutcome> => {
    // One that is closing may take seconds to know its outcome; who opens meanwhile wants another.
    if (running.current && !running.current.leave.signal.aborted) return running.current.ended;
    const leave = new AbortController();
    const over = (): void => {
      if (running.current?.leave !== leave) return;
      running.current = null;
      setIsOpen(false);
    };
    // The handlers of the last render hear it.
    const hear = (handler: string) => (event: Event) => {
      if (event.type === 'svc-close') over();
      const listener: unknown = Reflect.get(latest.current, handler);
      if (typeof listener === 'function') listener(event);
    };
    const on = Object.fromEntries(Object.entries(events).map(([handler, name]) => [name, hear(handler)]));
    const ended = SvcLink.open({ ...propertiesOf(latest.current), on, signal: leave.signal }).finally(over);
    running.current = { ended, leave };
    setIsOpen(true);
    return ended;
  }, []);

  const preload = useCallback(() => {
    register();
    const link = document.createElement('svc-link');
    // Nothing is loaded ahead for what a browser that is too old has in its place.
    if ('preload' in link) Object.assign(link, { mode: 'dialog' }, propertiesOf(latest.current)).preload();
  }, []);

  const { baseUrl, linkToken, tokenProvider } = options;
  return { open, close, preload, isOpen, isReady: Boolean(baseUrl && (linkToken || tokenProvider)) };
}
