import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { TokenProvider } from 'svc-link';
import { SvcLink } from 'svc-link/react';
import './style.css';

const linkToken: TokenProvider = async ({ reason }) => {
  const response = await fetch(`/api/link-token?reason=${reason}`, { method: 'POST' });
  return response.json(); // { link_token, start }
};

function Devices() {
  const [connected, setConnected] = useState<string | null>(null);
  return (
    <>
      <h1>Your devices</h1>
      <p role="status">{connected ? `Connected: ${connected}` : 'Choose what to connect.'}</p>
      <SvcLink
        baseUrl="http://127.0.0.1:8787"
        tokenProvider={linkToken}
        onSuccess={({ detail }) => setConnected(detail.provider)}
      />
    </>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Devices />
  </StrictMode>,
);
