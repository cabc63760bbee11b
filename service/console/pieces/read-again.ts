import { html, nothing, type TemplateResult } from 'lit';
import { formatClock } from '../format.js';
import type { Load } from './load.js';

/** Shows when a page was read, with a button that reads it again. `say` announces that this is done. */
export function readAgain(
  load: Pick<Load<unknown>, 'at' | 'busy' | 'run'>,
  say: (text: string) => void,
): TemplateResult | typeof nothing {
  const { at } = load;
  if (!at) return nothing;
  const again = async () => {
    if (await load.run()) say(`Read again at ${formatClock(load.at ?? at)}.`);
  };
  return html`<p class="small muted">
    Read at <time datetime=${at.toISOString()}>${formatClock(at)}</time>.
    <button type="button" @click=${() => void again()}>Read again</button>
  </p>`;
}
