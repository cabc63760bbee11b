const languages = 'ar cs da de es fi fr he it ja ko nb nl pl pt-BR pt-PT sv tr uk zh-Hans zh-Hant';
const choices = {
  mode: ['inline', 'dialog', 'popover', 'frame', 'window'],
  provider: ['', 'quartz_scale', 'aurora_ring', 'xenon_pump'],
  providers: ['', 'quartz_scale aurora_ring tundra_watch'],
  locale: ['', ...languages.split(' ')],
  'heading-level': ['', '1', '3', '4'],
  'support-url': ['', 'https://example.com/help'],
};
const flags = ['without-search', 'with-another'];

/** Switches for an element's attributes; the code beside it says what they set. */
export function switchesFor(form, link, code) {
  form.append(...Object.entries(choices).map(choice), ...flags.map(flag));
  form.addEventListener('change', ({ target }) => {
    const { name, type, checked, value } = target;
    if (type === 'checkbox') link.toggleAttribute(name, checked);
    else if (value === '') link.removeAttribute(name);
    else link.setAttribute(name, value);
    code.replaceChildren(...piecesOf(link));
  });
  form.addEventListener('submit', (event) => event.preventDefault());
}

const named = (name) => Object.assign(document.createElement('code'), { textContent: name });

function choice([name, values]) {
  const label = document.createElement('label');
  const select = Object.assign(document.createElement('select'), { name });
  select.append(...values.map((value) => new window.Option(value || 'not set', value)));
  label.append(named(name), select);
  return label;
}

function flag(name) {
  const label = Object.assign(document.createElement('label'), { className: 'check' });
  label.append(Object.assign(document.createElement('input'), { type: 'checkbox', name }), named(name));
  return label;
}

const known = ['base-url', ...Object.keys(choices), ...flags];

/** The element as code, with the colours that other code has. */
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
