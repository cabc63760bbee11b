// Functions are handed to the component, so this page is the browser's.
'use client';

import { useState } from 'react';
import { SvcLink, SvcLinkSkeleton } from 'svc-link/react';

const linkToken = async ({ reason, signal }) => {
  const response = await fetch(`/api/link-token?reason=${reason}`, { method: 'POST', signal });
  if (!response.ok) throw new Error('no link token');
  return response.json(); // { link_token, start }
};

export default function ConnectPage() {
  const [connected, setConnected] = useState(null);
  return (
    <main>
      <h1>Your devices</h1>
      <p role="status">{connected ? `Connected: ${connected}` : 'Choose what to connect.'}</p>
      <SvcLink
        baseUrl="http://127.0.0.1:8787"
        tokenProvider={linkToken}
        onSuccess={({ detail }) => setConnected(detail.provider)}
      >
        <SvcLinkSkeleton />
      </SvcLink>
    </main>
  );
}
