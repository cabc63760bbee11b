// What the server renders and the browser hydrates: the component, with a listener for every event.
import { createRef, StrictMode } from 'react';
import type { SvcLink as SvcLinkElement } from 'svc-link';
import { SvcLink, type SvcLinkProps } from 'svc-link/react';

export const element = createRef<SvcLinkElement>();

/** Which handlers were called, and with what, in order. `round` tells a handler of one render from the next one's. */
export const heard: { readonly name: string; readonly detail: unknown; readonly round: number }[] = [];

let round = 0;

const handlers = (): SvcLinkProps => {
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

export const rounds = (): number => round;

export const view = (props: SvcLinkProps) => (
  <StrictMode>
    <SvcLink ref={element} id="link" className="wide" {...handlers()} {...props}>
      <span slot="footer">Northwind</span>
    </SvcLink>
  </StrictMode>
);
