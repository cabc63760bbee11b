import type { LaterSteps, LaterStepsLoader } from './controllers/later-steps.js';

/** What a developer is told on the console; the words are in `developer-notes.ts`. */
export type Note = Parameters<LaterSteps['noteText']>[0];
/** Says something to the developer. */
export type Warn = (note: Note, value?: string) => void;

/** Says each thing once, however often it comes round. The words load when the first is needed. */
export function warnOnce(later: LaterStepsLoader): Warn {
  const said = new Set<string>();
  return (note, value = '') => {
    const key = `${note} ${value}`;
    if (said.has(key)) return;
    said.add(key);
    void later.load().then((module) => {
      console.warn(`<svc-link> ${module?.noteText(note, value) ?? key}`);
    });
  };
}
