import type { LinkSession } from '../contract/index.js';
import type { SvcLink } from '../element/index.js';
import type { Step } from '../flow/index.js';
import { piecesOf } from '../messages/index.js';
import { namesApart } from './names-apart.js';
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
  const said = piecesOf(pageWord('page.connecting-as'), { name: text }, document.documentElement.lang);
  line.replaceChildren(...namesApart(said));
}

/** Hides that line once nobody is being connected any more. */
export function sayWhoUntilDone(link: SvcLink, step: Step): void {
  link.querySelector('[slot=footer]')?.toggleAttribute('hidden', step === 'done');
}

/** Sets the team's colour on the element, which keeps text in and on that colour readable. */
export function showBrand({ style }: SvcLink, { brand }: LinkSession): void {
  const colour = brand?.color?.trim() ?? '';
  if (/^#([\da-f]{3}){1,2}$/i.test(colour)) style.setProperty('--svc-link-accent', colour);
}
