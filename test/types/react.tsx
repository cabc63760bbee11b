// How an application's type checker sees the element and the component in React.
import { createRef } from 'react';
import type { SvcLink as SvcLinkElement } from 'svc-link';
import { SvcLink, useSvcLink } from 'svc-link/react';

const element = createRef<SvcLinkElement>();
const token = async (): Promise<string> => 'token';

export const component = (
  <SvcLink
    ref={element}
    className="wide"
    baseUrl="https://link.example.com"
    tokenProvider={token}
    mode="dialog"
    providers={['quartz_scale']}
    headingLevel={3}
    withoutSearch
    onSuccess={({ detail }) => detail.provider satisfies string | null}
    onRedirect={(event) => event.preventDefault()}
    onClick={(event) => event.currentTarget.show()}
  >
    <button slot="trigger">Add a device</button>
  </SvcLink>
);
// @ts-expect-error -- no such mode
export const wrongMode = <SvcLink mode="carousel" />;
// @ts-expect-error -- the detail has no password
export const wrongDetail = <SvcLink onSuccess={({ detail }) => detail.password} />;
// @ts-expect-error -- React's own events have other names
export const wrongEvent = <SvcLink onSvcSuccess={() => {}} />;

export function Hooked() {
  const { open, close, preload, isOpen, isReady } = useSvcLink({
    baseUrl: 'https://link.example.com',
    tokenProvider: async () => ({ link_token: 'token', start: {} }),
    locale: 'de',
    onSuccess: ({ detail }) => detail.provider satisfies string | null,
  });
  const connect = async () => {
    const { outcome, results } = await open();
    outcome satisfies 'success' | 'error' | 'cancelled';
    results satisfies readonly { provider: string | null }[];
  };
  return (
    <button disabled={!isReady || isOpen} onClick={() => void connect()} onFocus={preload} onBlur={close} />
  );
}
// @ts-expect-error -- it opens a dialog
export const wrongHookMode = () => useSvcLink({ baseUrl: '', mode: 'frame' });
// @ts-expect-error -- no such property
export const wrongHookOption = () => useSvcLink({ baseUrl: '', token: 'lt' });

export const tag = (
  <svc-link
    ref={element}
    class="wide"
    base-url="https://link.example.com"
    tokenProvider={token}
    mode="dialog"
    providers="quartz_scale aurora_ring"
    without-search
    redirect-on="none"
    heading-level={3}
    onsvc-success={({ detail }) => detail.provider satisfies string | null}
    onClick={(event) => event.currentTarget.show()}
  >
    <button slot="trigger">Add a device</button>
  </svc-link>
);
// @ts-expect-error -- no such property
export const wrongProperty = <svc-link linkTokn="lt" />;
// @ts-expect-error -- a number
export const wrongAttribute = <svc-link heading-level="three" />;
// @ts-expect-error -- no such mode
export const wrongTagMode = <svc-link mode="carousel" />;
// @ts-expect-error -- the detail has no password
export const wrongTagDetail = <svc-link onsvc-success={({ detail }) => detail.password} />;
