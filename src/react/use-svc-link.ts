'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SvcLink } from '#element';
import type { LinkOutcome, OpenOptions } from '../element/index.js';
import { events, type Handlers } from './events.js';
import { register } from './register.js';
import { useBrowserEffect } from './use-browser-effect.js';

/** The element's properties, and handlers of its events such as `onSuccess`. The properties apply when the dialog opens. */
export type UseSvcLinkOptions = Omit<OpenOptions, 'on' | 'signal'> & Handlers;

/** The result of `useSvcLink`. The functions stay the same for as long as the component is mounted. */
export interface UseSvcLink {
  /**
   * Opens the dialog. Resolves with the outcome once the dialog is closed; while it is open, returns the same promise. Rejects
   * with a `TypeError` if the options cannot work.
   */
  readonly open: () => Promise<LinkOutcome>;
  /** Closes the dialog. The outcome is `cancelled`, unless the link has already ended in another way. */
  readonly close: () => void;
  /** Loads ahead what opening needs, for example when the pointer comes near the button. Sends no request to the service. */
  readonly preload: () => void;
  readonly isOpen: boolean;
  /** Whether there is a `baseUrl`, and a `linkToken` or a `tokenProvider`: a page may still wait for its token. */
  readonly isReady: boolean;
}

/** The options for the element, without the handlers. */
const propertiesOf = (options: UseSvcLinkOptions): Omit<OpenOptions, 'on'> =>
  // The options that remain are the element's properties.
  Object.fromEntries(Object.entries(options).filter(([name]) => !(name in events)));

/** Opens `<svc-link>` as a dialog from a component, without a tag in the page. The dialog closes when the component unmounts. */
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
    // A dialog that is closing may take seconds to learn its outcome. A call during that time opens a new dialog.
    if (running.current && !running.current.leave.signal.aborted) return running.current.ended;
    const leave = new AbortController();
    const over = (): void => {
      if (running.current?.leave !== leave) return;
      running.current = null;
      setIsOpen(false);
    };
    // Events go to the handlers of the last render.
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
    // A browser that is too old has another class instead of the widget, without `preload`.
    if ('preload' in link) Object.assign(link, { mode: 'dialog' }, propertiesOf(latest.current)).preload();
  }, []);

  const { baseUrl, linkToken, tokenProvider } = options;
  return { open, close, preload, isOpen, isReady: Boolean(baseUrl && (linkToken || tokenProvider)) };
}
