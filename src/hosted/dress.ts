import type { LinkSession } from '../contract/index.js';
import type { SvcLink } from '../element/index.js';
import { pageWord } from './words.js';

/** Says below every step who is being connected, in the words of the team's server. */
export function showWho(link: SvcLink, { user_label: label }: LinkSession): void {
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
  const [before = '', after = ''] = pageWord('page.connecting-as').split('{name}');
  line.replaceChildren(before, name, after);
}

/** Puts the team's colour on the element, which keeps what is written in it and on it readable. */
export function showBrand({ style }: SvcLink, { brand }: LinkSession): void {
  const colour = brand?.color?.trim() ?? '';
  if (/^#([\da-f]{3}){1,2}$/i.test(colour)) style.setProperty('--svc-link-accent', colour);
}
