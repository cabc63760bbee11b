const link = document.querySelector('svc-link');
const status = document.querySelector('[role=status]');

link.tokenProvider = async () => {
  const response = await fetch('/api/link-token', { method: 'POST' });
  return (await response.json()).link_token;
};
link.addEventListener('svc-success', ({ detail }) => {
  status.textContent = `Connected: ${detail.provider}`;
});
