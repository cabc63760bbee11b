// Questions to a person at a terminal.
import { createInterface } from 'node:readline';
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
  // Hidden between questions too: what is typed ahead may be the key.
  let isHidden = true;
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: shown, terminal: true });
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  /** Lines that came before their question, as when several are pasted. */
  const early: string[] = [];
  lines.on('line', (line) => early.push(line));

  /** The next line that the person types. */
  const typed = (words: string, secret: boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      closed.signal.throwIfAborted();
      const leave = (): void => reject(closed.signal.reason);
      closed.signal.addEventListener('abort', leave);
      isHidden = false;
      lines.question(words, (line) => {
        isHidden = true;
        closed.signal.removeEventListener('abort', leave);
        if (secret) output.write('\n');
        resolve(line);
      });
      // Only now, because the question itself must be shown.
      isHidden = secret;
    });

  return {
    async ask(question, usual, { secret = false } = {}) {
      const words = usual === '' ? `${question}: ` : `${question} (${usual}): `;
      const there = early.shift();
      if (there !== undefined) output.write(`${words}${secret ? '' : there}\n`);
      return (there ?? (await typed(words, secret))).trim() || usual;
    },
    say: (text) => void output.write(`${text}\n`),
    close: () => lines.close(),
  };
}
