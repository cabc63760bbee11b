// The page under test: a widget, and a line of text that says what is connected.
import 'svc-link/define';

export function showConnect(root, { baseUrl, linkToken }) {
  const link = document.createElement('svc-link');
  Object.assign(link, { baseUrl, linkToken });
  const said = document.createElement('p');
  said.textContent = 'Nothing is connected yet.';
  link.addEventListener('svc-success', ({ detail }) => {
    said.textContent = `Connected: ${detail.provider}`;
  });
  root.append(link, said);
  return { link, said };
}
