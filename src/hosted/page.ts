import type { Screen } from './texts.js';

// What index.html has.
const one = <E extends Element>(selector: string): E => document.querySelector(selector) as E;

/** Shows a screen, with the provider's logo while the page is busy with it. */
export function show(screen: Screen, logo?: string | null): void {
  document.title = screen.title;
  document.body.dataset['look'] = screen.look;
  one('h1').textContent = screen.title;
  one('.text').textContent = screen.text;
  const image = one<HTMLImageElement>('.logo');
  image.hidden = !logo || screen.look !== 'busy';
  if (logo) image.src = logo;
}

/** Offers to close the window; a page that a person opened can't do that. */
export function offerClose(): void {
  one<HTMLButtonElement>('button').hidden = false;
}

/** Called once: the button and a logo that fails to load. */
export function wirePage(): void {
  one('button').addEventListener('click', () => window.close());
  const image = one<HTMLImageElement>('.logo');
  image.addEventListener('error', () => (image.hidden = true));
}
