const mostFound = 8;

/** Finds headings by their words, and goes there by key or press. */
export function searchIn(field, list, status) {
  let headings;
  field.hidden = false;

  const load = () =>
    (headings ??= fetch('/docs/headings.json').then(
      (response) => response.json(),
      () => [],
    ));

  function show(found, query) {
    list.replaceChildren(...found.map(link));
    if (query && found.length === 0)
      list.append(Object.assign(document.createElement('p'), { textContent: 'Nothing is named like that.' }));
    list.togglePopover(query !== '');
    status.textContent = query ? `${found.length} found` : '';
  }

  field.addEventListener('focus', load, { once: true });
  field.addEventListener('input', async () => {
    const query = field.value.trim().toLowerCase();
    const all = await load();
    if (query !== field.value.trim().toLowerCase()) return;
    show(query ? bestOf(all, query.split(/\s+/)) : [], query);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') list.querySelector('a')?.focus();
    else if (event.key === 'Enter') list.querySelector('a')?.click();
    else if (event.key === 'Escape') list.hidePopover();
    else return;
    event.preventDefault();
  });
  list.addEventListener('keydown', (event) => {
    const move = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
    if (event.key === 'Escape') list.hidePopover();
    if (!move && event.key !== 'Escape') return;
    event.preventDefault();
    (document.activeElement[move] ?? field).focus();
  });
  list.addEventListener('click', () => list.hidePopover());
  document.addEventListener('pointerdown', ({ target }) => {
    if (target !== field && !list.contains(target)) list.hidePopover();
  });
}

/** Every word has to be there; names that begin with the first one come first. */
const bestOf = (all, words) =>
  all
    .filter(({ page, text }) => words.every((word) => `${text} ${page}`.toLowerCase().includes(word)))
    .sort((a, b) => Number(beginsWith(b, words[0])) - Number(beginsWith(a, words[0])))
    .slice(0, mostFound);

const beginsWith = ({ text }, word) => text.toLowerCase().startsWith(word);

function link({ page, text, href }) {
  const item = Object.assign(document.createElement('a'), { href });
  const title = Object.assign(document.createElement('strong'), { textContent: text });
  const where = Object.assign(document.createElement('span'), { textContent: page });
  item.append(title, where);
  return item;
}
