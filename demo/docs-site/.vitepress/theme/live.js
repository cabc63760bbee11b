// The live widgets in the documentation: each gets its own token, switches, log and CSS.
import { logEvents } from '../../../pages/event-log.js';
import { switchesFor } from './switches.js';
import { prepare, widget } from './with-service.js';

/** Called whenever a page is shown, also after a link within the site. */
export function bringAlive() {
  const examples = [...document.querySelectorAll('[data-live]')];
  if (examples.length > 0) void import(/* @vite-ignore */ widget());
  document.adoptedStyleSheets = examples.flatMap(sheetOf);
  for (const example of examples) {
    if ('isAlive' in example.dataset) continue;
    example.dataset.isAlive = '';
    const link = example.querySelector('svc-link');
    if (!link) continue;
    prepare(link);
    const log = example.querySelector('.log ol');
    if (log) logEvents(link, log, example.querySelector('[data-clear]'));
    const form = example.querySelector('[data-controls]');
    if (form) switchesFor(form, link, example.querySelector('.language-html code'));
  }
}

/** An example's CSS, limited to that example. */
function sheetOf(example) {
  const css = example.querySelector('.language-css code');
  if (!css) return [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`#${example.id} { ${css.textContent} }`);
  return [sheet];
}
