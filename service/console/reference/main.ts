// Adds forms to `/docs`, with which the endpoints can be tried. Without this script the page lacks only the forms.
import { endpoints } from './document.js';
import { showForm } from './form.js';
import { rememberKey } from './remembered.js';

/** The keys of the sandbox by the names of their headers. The page has them where these keys are public. */
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
      // The commands are still there, and this is tried again when the part is opened the next time.
    }
  }
}
