const names = [
  'svc-open',
  'svc-close',
  'svc-ready',
  'svc-step',
  'svc-success',
  'svc-error',
  'svc-expiring',
  'svc-exit',
  'svc-redirect',
];

/** Writes every event of the element into a list, the newest first. */
export function logEvents(link, list, clear) {
  for (const name of names)
    link.addEventListener(name, ({ detail }) => {
      const item = document.createElement('li');
      const title = Object.assign(document.createElement('strong'), { textContent: name });
      const time = Object.assign(document.createElement('time'), {
        textContent: new Date().toLocaleTimeString(),
      });
      const text = Object.assign(document.createElement('pre'), {
        textContent: JSON.stringify(detail, null, 2),
      });
      item.dataset.event = name;
      item.append(title, time, text);
      list.prepend(item);
    });
  clear.addEventListener('click', () => list.replaceChildren());
}
