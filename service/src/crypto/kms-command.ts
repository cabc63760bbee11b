// A key management service, called through a program of the operator (docs/operating.md says how). It is asked at a start and
// when keys are rotated, never for a request.
import { execFile } from 'node:child_process';
import type { KeyWrapper } from './key-wrapper.js';

export interface Kms {
  /** The program and its first arguments. */
  readonly command: readonly [string, ...string[]];
  /** The program's own id of the key that wraps. */
  readonly keyId: string;
}

/** Ids of master keys have no colon. */
const prefix = 'kms:';

/** The key management service's own id of a key; undefined if the key does not belong to it. */
export const kmsKeyOf = (id: string): string | undefined =>
  id.startsWith(prefix) ? id.slice(prefix.length) : undefined;

/** How long the program may take, in milliseconds. */
const longest = 30_000;

export const createKmsWrapper = ({ command }: Kms, keyId: string): KeyWrapper => ({
  id: prefix + keyId,
  mark: prefix + keyId,
  wrap: (key, context) => ask(command, ['wrap', keyId, context], key),
  unwrap: (wrapped, context) => ask(command, ['unwrap', keyId, context], wrapped),
});

/** Sends bytes to the program and reads its answer, both as base64. What it writes to stderr goes to our stderr. */
function ask(
  [file, ...first]: Kms['command'],
  args: readonly string[],
  input: Uint8Array,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => reject(new Error(`SVC_KMS_COMMAND ${args.join(' ')}: ${what}`));
    const child = execFile(
      file,
      [...first, ...args],
      { timeout: longest, maxBuffer: 64 * 1024 },
      (error, out) => {
        const text = out.replace(/\s/g, '');
        // The error's message is not used, because Node adds what the program wrote.
        if (error) fail(error.killed ? 'no answer in 30 seconds' : `it ended with ${String(error.code)}`);
        else if (!/^[\w+/-]+={0,2}$/.test(text)) fail('its answer is not base64');
        else resolve(Buffer.from(text, 'base64'));
      },
    );
    child.stderr?.pipe(process.stderr, { end: false });
    // A program that ends before it has read its input shows that by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${Buffer.from(input).toString('base64')}\n`);
  });
}
