import { choices, flags } from '../../choices.ts';

/** Makes a form's switches set an element's attributes, and shows the result in the code next to it. */
export function switchesFor(form, link, code) {
  form.addEventListener('change', ({ target }) => {
    const { name, type, checked, value } = target;
    if (type === 'checkbox') link.toggleAttribute(name, checked);
    else if (value === '') link.removeAttribute(name);
    else link.setAttribute(name, value);
    code.replaceChildren(...piecesOf(link));
  });
  form.addEventListener('submit', (event) => event.preventDefault());
}

const known = ['base-url', ...Object.keys(choices), ...flags];

/** The element as code, with the same colours as other code. */
function piecesOf(link) {
  const set = known.filter((name) => link.hasAttribute(name) && link.getAttribute(name) !== 'inline');
  const attributes = set.flatMap((name) => [
    set.length > 1 ? '\n  ' : ' ',
    span('live-attribute', name),
    ...(flags.includes(name) ? [] : ['=', span('live-string', `"${link.getAttribute(name)}"`)]),
  ]);
  const name = () => span('live-name', 'svc-link');
  return [
    span('live-tag', '<', name(), ...attributes, set.length > 1 ? '\n>' : '>'),
    span('live-tag', '</', name(), '>'),
  ];
}

function span(className, ...content) {
  const piece = Object.assign(document.createElement('span'), { className });
  piece.append(...content);
  return piece;
}
