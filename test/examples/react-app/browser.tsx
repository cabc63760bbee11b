import { version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { SvcLinkProps, UseSvcLinkOptions } from 'svc-link/react';
import { element, ended, heard, hookView, rounds, view } from './view.js';

const root = hydrateRoot(document.getElementById('root')!, view({}));

/** The functions that the test calls in the page. */
const app = {
  version,
  heard,
  rounds,
  ended,
  element: () => element.current,
  render: (props: SvcLinkProps) => root.render(view(props)),
  renderTag: ({ linkToken }: { linkToken: string }) =>
    root.render(
      <svc-link
        id="tag"
        mode="dialog"
        heading-level={3}
        linkToken={linkToken}
        onsvc-open={({ detail }) => heard.push({ name: 'onsvc-open', detail, round: 0 })}
      />,
    ),
  renderHook: (options: UseSvcLinkOptions) => root.render(hookView(options)),
  remove: () => root.render(null),
};

declare global {
  interface Window {
    app: typeof app;
  }
}

window.app = app;
