const names = [
  'svc-open',
  'svc-close',
  'svc-ready',
  'svc-step',
  'svc-success',
  'svc-disconnect',
  'svc-error',
  'svc-expiring',
  'svc-exit',
  'svc-redirect',
];

/** Makes a list of what happened, the newest first. Returns the function that adds to the list. */
export function logInto(list, clear) {
  clear.addEventListener('click', () => list.replaceChildren());
  return (type, text) => {
    const item = document.createElement('li');
    const title = Object.assign(document.createElement('strong'), { textContent: type });
    const time = Object.assign(document.createElement('time'), {
      textContent: new Date().toLocaleTimeString(),
    });
    const detail = Object.assign(document.createElement('pre'), { textContent: text });
    item.dataset.type = type;
    item.append(title, time, detail);
    list.prepend(item);
    return item;
  };
}

/** Writes every event of the element into a list. */
export function logEvents(link, list, clear) {
  const add = logInto(list, clear);
  for (const name of names)
    link.addEventListener(name, ({ detail }) => add(name, JSON.stringify(detail, null, 2)));
}
