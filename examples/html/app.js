const link = document.querySelector('svc-link');
const status = document.querySelector('[role=status]');

link.tokenProvider = async ({ reason }) => {
  const response = await fetch(`/api/link-token?reason=${reason}`, { method: 'POST' });
  return response.json(); // { link_token, start }
};
link.addEventListener('svc-success', ({ detail }) => {
  status.textContent = `Connected: ${detail.provider}`;
});
