import { importing } from '../loading/index.js';

type Notes = typeof import('./developer-notes.js');

/** A warning on the developer's console; the words are in `developer-notes.ts`. */
export type Note = Parameters<Notes['noteText']>[0];
/** Says something to the developer. */
export type Warn = (note: Note, value?: string) => void;

const importNotes = importing<Notes>(
  () => import('./developer-notes.js'),
  (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
);

/** Gives each warning once, however often its cause comes up. The words load when the first is needed. */
export function warnOnce(): Warn {
  const said = new Set<string>();
  return (note, value = '') => {
    const key = `${note} ${value}`;
    if (said.has(key)) return;
    said.add(key);
    const say = (text: string): void => {
      console.warn(`<svc-link> ${text}`);
    };
    void importNotes().then(
      ({ noteText }) => {
        say(noteText(note, value));
      },
      () => {
        say(key);
      },
    );
  };
}
