import 'svc-link/define';

/** Gives the widget of the shown page what markup cannot. */
function connect(): void {
  const link = document.querySelector('svc-link');
  const status = document.querySelector('[role=status]');
  const again = document.querySelector('button');
  // The page has no widget, or its widget has all this already.
  if (!link || !status || !again || link.tokenProvider) return;

  link.tokenProvider = async ({ reason, signal }) => {
    const response = await fetch(`/api/link-token?reason=${reason}`, { method: 'POST', signal });
    if (!response.ok) throw new Error('no link token');
    return response.json(); // { link_token, start }
  };
  // What the browser says is a hint: your server asks how it ended, by link_session_id (docs/server.md of svc-link).
  link.addEventListener('svc-success', ({ detail }) => {
    status.textContent = `Connected: ${detail.provider}`;
  });
  // How it ended, if nothing was connected.
  link.addEventListener('svc-exit', ({ detail }) => {
    if (detail.outcome !== 'success') status.textContent = 'Nothing was connected.';
  });
  // When the person has left the widget, for example by its X, it is empty.
  link.addEventListener('svc-step', ({ detail }) => {
    again.hidden = detail.step !== 'closed';
    again.focus();
  });
  again.addEventListener('click', () => {
    status.textContent = 'Choose what to connect.';
    link.restart();
  });
}

connect();
// With <ClientRouter />, Astro runs this script once, and says at each visit that a page is there.
document.addEventListener('astro:page-load', connect);
