import { useRef, useState } from 'react';
import type { SvcLink as SvcLinkElement, TokenProvider } from 'svc-link';
import { SvcLink, SvcLinkSkeleton } from 'svc-link/react';

const linkToken: TokenProvider = async ({ reason, signal }) => {
  const response = await fetch(`/api/link-token?reason=${reason}`, { method: 'POST', signal });
  if (!response.ok) throw new Error('no link token');
  return response.json(); // { link_token, start }
};

export default function ConnectPage() {
  const link = useRef<SvcLinkElement>(null);
  // What the browser says is a hint: your server asks how it ended, by link_session_id (docs/server.md of svc-link).
  const [connected, setConnected] = useState<string | null>(null);
  // When the person has left the widget, for example by its X, it is empty.
  const [isLeft, setLeft] = useState(false);
  return (
    <main>
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
      >
        <SvcLinkSkeleton />
      </SvcLink>
      {isLeft && (
        <button type="button" autoFocus onClick={() => link.current?.restart()}>
          Connect a device
        </button>
      )}
    </main>
  );
}
