// Questions to a person at a terminal.
import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';

export interface Terminal {
  /**
   * Asks a question. An empty answer means the `usual` one. A `secret` is not shown while it is typed. Rejects with an
   * `AbortError` if the person leaves.
   */
  readonly ask: (question: string, usual: string, options?: { secret?: boolean }) => Promise<string>;
  /** Prints a text between two questions. */
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
      // Only now, because the question itself must be shown.
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
