import { textOf } from '../messages/index.js';
import { namesApart } from './names-apart.js';
import { screenText, screenWord, speak } from './speech.js';
import { screens, type Screen } from './texts.js';

// index.html has the elements that are asked for.
const one = <E extends Element>(selector: string): E => document.querySelector(selector) as E;

let shown = screens.starting();
/** What the button does in place of closing the window. */
let retry: (() => void) | null = null;

/** Shows a screen, with the provider's logo while the page is busy with it. */
export function show(screen: Screen, logo?: string | null): void {
  shown = screen;
  if (retry) one<HTMLButtonElement>('button').hidden = true;
  retry = null;
  document.body.dataset['look'] = screen.look;
  // Removes what a phone asks, with its buttons.
  document.querySelector('.asked')?.remove();
  say();
  const image = one<HTMLImageElement>('.logo');
  image.hidden = !logo || screen.look !== 'busy';
  if (logo) image.src = logo;
}

function say(): void {
  const { name, provider } = shown;
  const title = screenText(name, 'title', provider);
  const text = screenText(name, 'text', provider);
  if (!title || !text) return;
  document.title = textOf(title, document.documentElement.lang);
  one('h1').replaceChildren(...namesApart(title));
  one('.text').replaceChildren(...namesApart(text));
  one('button').textContent = screenWord('words', retry ? 'retry' : 'close');
}

/** Shows this screen, and all that follow, in another language. Resolves once its words are there. */
export const speakPage = (locale: string | null | undefined): Promise<void> =>
  speak(locale, () => {
    // If the widget is shown, its step is the page's title.
    if (document.body.dataset['view'] === undefined) say();
  });

/** Offers to close the window; a page that a person opened can't do that. */
export function offerClose(): void {
  one<HTMLButtonElement>('button').hidden = false;
}

const close = (): void => window.close();

/** Says what is missing, such as a part of the page, and offers to try again. The page keeps the token that it holds. */
export function offerRetry(again: () => void, screen = screens.notLoaded()): void {
  show(screen);
  retry = () => {
    show(screens.starting());
    again();
  };
  offerClose();
  say();
}

/** Called once: wires the button, and hides a logo that fails to load. */
export function wirePage(): void {
  one('button').addEventListener('click', () => (retry ?? close)());
  const image = one<HTMLImageElement>('.logo');
  image.addEventListener('error', () => (image.hidden = true));
}
