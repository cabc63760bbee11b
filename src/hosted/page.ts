import { screenWord, speak } from './speech.js';
import { screens, type Screen } from './texts.js';

// What index.html has.
const one = <E extends Element>(selector: string): E => document.querySelector(selector) as E;

let shown = screens.starting();

/** Shows a screen, with the provider's logo while the page is busy with it. */
export function show(screen: Screen, logo?: string | null): void {
  shown = screen;
  document.body.dataset['look'] = screen.look;
  say();
  const image = one<HTMLImageElement>('.logo');
  image.hidden = !logo || screen.look !== 'busy';
  if (logo) image.src = logo;
}

function say(): void {
  const { name, provider } = shown;
  const title = screenWord(name, 'title', provider);
  if (!title) return;
  document.title = title;
  one('h1').textContent = title;
  one('.text').textContent = screenWord(name, 'text', provider);
  one('button').textContent = screenWord('words', 'close');
}

/** Says what is shown in another language, and all that follows. Resolves once it can. */
export const speakPage = (locale: string | null | undefined): Promise<void> =>
  speak(locale, () => {
    // Where the widget stands, its step is the page's title.
    if (document.body.dataset['view'] === undefined) say();
  });

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
