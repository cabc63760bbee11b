import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { SvcLink as SvcLinkElement, TokenProvider } from 'svc-link';
import { SvcLink } from 'svc-link/react';
import './style.css';

const linkToken: TokenProvider = async ({ reason }) => {
  const response = await fetch(`/api/link-token?reason=${reason}`, { method: 'POST' });
  return response.json(); // { link_token, start }
};

function Devices() {
  const link = useRef<SvcLinkElement>(null);
  const [connected, setConnected] = useState<string | null>(null);
  // When the person has left the widget, for example by its X, it is empty.
  const [isLeft, setLeft] = useState(false);
  return (
    <>
      <h1>Your devices</h1>
      <p role="status">
        {connected
          ? `Connected: ${connected}`
          : isLeft
            ? 'Nothing was connected.'
            : 'Choose what to connect.'}
      </p>
      <SvcLink
        ref={link}
        baseUrl="http://127.0.0.1:8787"
        tokenProvider={linkToken}
        onSuccess={({ detail }) => setConnected(detail.provider)}
        onStep={({ detail }) => setLeft(detail.step === 'closed')}
      />
      {isLeft && (
        <button type="button" autoFocus onClick={() => link.current?.restart()}>
          Connect a device
        </button>
      )}
    </>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Devices />
  </StrictMode>,
);
