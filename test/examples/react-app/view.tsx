// The view that the server renders and the browser hydrates: the component, with a listener for every event.
import { createRef, StrictMode } from 'react';
import type { SvcLink as SvcLinkElement } from 'svc-link';
import {
  SvcLink,
  SvcLinkSkeleton,
  useSvcLink,
  type LinkOutcome,
  type SvcLinkProps,
  type UseSvcLinkOptions,
} from 'svc-link/react';

export const element = createRef<SvcLinkElement>();

/** The handlers that were called and their details, in order. `round` is the number of the render that the handler belongs to. */
export const heard: { readonly name: string; readonly detail: unknown; readonly round: number }[] = [];

let round = 0;

const handlers = () => {
  const current = (round += 1);
  const hear =
    (name: string) =>
    ({ detail }: { detail: unknown }) =>
      void heard.push({ name, detail, round: current });
  return {
    onOpen: hear('onOpen'),
    onClose: hear('onClose'),
    onSuccess: hear('onSuccess'),
    onExit: hear('onExit'),
  };
};

/** How the hook's dialogs ended. */
export const ended: (LinkOutcome | string)[] = [];

const Hooked = (options: UseSvcLinkOptions) => {
  const { open, close, preload, isOpen, isReady } = useSvcLink({ ...handlers(), ...options });
  const press = () =>
    void open().then(
      (outcome) => ended.push(outcome),
      (error: Error) => ended.push(error.message),
    );
  return (
    <p>
      <button id="open" disabled={!isReady} onClick={press} onPointerEnter={preload}>
        {isOpen ? 'Open' : 'Connect a device'}
      </button>
      <button id="close" onClick={close}>
        Leave
      </button>
    </p>
  );
};

export const hookView = (options: UseSvcLinkOptions) => (
  <StrictMode>
    <Hooked {...options} />
  </StrictMode>
);

export const rounds = (): number => round;

export const view = (props: SvcLinkProps) => (
  <StrictMode>
    <SvcLink ref={element} id="link" className="wide" {...handlers()} {...props}>
      <SvcLinkSkeleton locale="de" />
      <span slot="footer">Northwind</span>
    </SvcLink>
  </StrictMode>
);
