// The questions, for who sits at a terminal.
import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';

export interface Terminal {
  /**
   * Asks; an empty answer is the `usual` one. What is typed for a `secret` is not shown. Rejects with an `AbortError` if the
   * person leaves.
   */
  readonly ask: (question: string, usual: string, options?: { secret?: boolean }) => Promise<string>;
  /** Says something between two questions. */
  readonly say: (text: string) => void;
  readonly close: () => void;
}

export function openTerminal(input: Readable, output: Writable): Terminal {
  let isHidden = false;
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: shown, terminal: true });
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  return {
    async ask(question, usual, { secret = false } = {}) {
      const asked = lines.question(usual === '' ? `${question}: ` : `${question} (${usual}): `, {
        signal: closed.signal,
      });
      // From here on, when the question itself has been shown.
      isHidden = secret;
      try {
        return (await asked).trim() || usual;
      } finally {
        isHidden = false;
        if (secret) output.write('\n');
      }
    },
    say: (text) => void output.write(`${text}\n`),
    close: () => lines.close(),
  };
}
