import 'svc-link/define';

const link = document.querySelector('svc-link')!;
const status = document.querySelector('[role=status]')!;

link.tokenProvider = async ({ reason, signal }) => {
  const response = await fetch(`/api/link-token?reason=${reason}`, { method: 'POST', signal });
  if (!response.ok) throw new Error('no link token');
  return response.json(); // { link_token, start }
};
link.addEventListener('svc-success', ({ detail }) => {
  status.textContent = `Connected: ${detail.provider}`;
});
