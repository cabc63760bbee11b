import type { LinkSession } from '../contract/index.js';
import type { SvcLink } from '../element/index.js';
import { brandColours } from './brand-colour.js';
import { connectingAs } from './words.js';

/** Puts the team's colour on the element, where the page that opened this one chose none, and says who is connected. */
export function dress(link: SvcLink, { brand, user_label: label }: LinkSession, hasAccent: boolean): void {
  const colours = hasAccent ? null : brandColours(brand?.color);
  if (colours) {
    link.style.setProperty('--svc-link-accent', colours.accent);
    link.style.setProperty('--svc-link-on-accent', colours.onAccent);
  }
  const text = label?.trim();
  const shown = link.querySelector('[slot=footer]');
  if (!text) {
    shown?.remove();
    return;
  }
  const line = shown ?? link.appendChild(document.createElement('p'));
  line.slot = 'footer';
  const name = document.createElement('bdi');
  name.textContent = text;
  const [before = '', after = ''] = connectingAs.split('{name}');
  line.replaceChildren(before, name, after);
}

/** The title and the language of the page are those of the step. */
export function titlePage({ renderRoot }: SvcLink): void {
  const heading = renderRoot.querySelector('[part=title]')?.textContent.replace(/\s+/g, ' ').trim();
  if (heading) document.title = heading;
  const panel = renderRoot.querySelector<HTMLElement>('[part=panel]');
  if (panel?.lang) document.documentElement.lang = panel.lang;
}
