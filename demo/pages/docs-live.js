// The widgets that stand in the documentation: each gets a token of its own, its switches, its log and its CSS.
import { switchesFor } from './docs-switches.js';
import { logEvents } from './event-log.js';
import { ask } from './team-backend.js';

for (const example of document.querySelectorAll('[data-live]')) {
  const link = example.querySelector('svc-link');
  link.tokenProvider = async () => (await ask('POST', 'link-token', { fresh: true })).link_token;

  const css = example.querySelector('code.css');
  if (css) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`#${example.id} { ${css.textContent} }`);
    document.adoptedStyleSheets.push(sheet);
  }
  const log = example.querySelector('.log ol');
  if (log) logEvents(link, log, example.querySelector('[data-clear]'));
  const form = example.querySelector('[data-controls]');
  if (form) switchesFor(form, link, example.querySelector('code.html'));
}
