import type { Screen } from './texts.js';

const one = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`index.html has no ${selector}`);
  return found;
};

/** Shows a screen; one that has come to rest offers to close the window. */
export function show(screen: Screen, logo?: string | null): void {
  document.title = screen.title;
  document.body.dataset['look'] = screen.look;
  one('h1').textContent = screen.title;
  one('.text').textContent = screen.text;
  const image = one<HTMLImageElement>('.logo');
  image.hidden = !logo || screen.look !== 'busy';
  if (logo) image.src = logo;
  one<HTMLButtonElement>('button').hidden = screen.look === 'busy' || screen.look === 'idle';
}

/** Called once: the button and a logo that fails to load. */
export function wirePage(): void {
  one('button').addEventListener('click', () => window.close());
  const image = one<HTMLImageElement>('.logo');
  image.addEventListener('error', () => (image.hidden = true));
}
