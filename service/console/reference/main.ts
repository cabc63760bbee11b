// Makes the endpoints on `/docs` such that they can be tried. Without it the page has all but the forms.
import { endpoints } from './document.js';
import { showForm } from './form.js';
import { rememberKey } from './remembered.js';

/** The keys of the sandbox by the names of their headers, which the page has where everybody knows them. */
const given = document.getElementById('text')?.dataset['keys'];
if (given) {
  const keys = JSON.parse(given) as Readonly<Record<string, string>>;
  for (const [header, key] of Object.entries(keys)) rememberKey(header, key);
}

for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-operation]')) {
  let refresh: (() => void) | undefined;
  details.addEventListener('toggle', () => {
    if (details.open) void show(details);
  });

  async function show({ dataset: { operation = '' } }: HTMLDetailsElement): Promise<void> {
    if (refresh) return refresh();
    const host = document.createElement('div');
    try {
      const endpoint = (await endpoints()).get(operation);
      if (!endpoint || refresh) return;
      refresh = showForm(host, endpoint, operation);
      details.querySelector('summary')?.after(host);
    } catch {
      // The commands are there still, and the next time it is opened this is tried again.
    }
  }
}
