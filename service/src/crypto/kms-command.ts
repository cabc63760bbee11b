// A key management service, by a program of the operator: docs/operating.md says how it is called. It is asked at a start and
// when keys are rotated, never for a request.
import { execFile } from 'node:child_process';
import type { KeyWrapper } from './key-wrapper.js';

export interface Kms {
  /** The program and its first arguments. */
  readonly command: readonly [string, ...string[]];
  /** The key that wraps, as the program calls it. */
  readonly keyId: string;
}

/** Ids of master keys have no colon. */
const prefix = 'kms:';

/** The key management service's own name of a key; undefined if it is none of its keys. */
export const kmsKeyOf = (id: string): string | undefined =>
  id.startsWith(prefix) ? id.slice(prefix.length) : undefined;

/** In milliseconds. */
const longest = 30_000;

export const createKmsWrapper = ({ command }: Kms, keyId: string): KeyWrapper => ({
  id: prefix + keyId,
  mark: prefix + keyId,
  wrap: (key, context) => ask(command, ['wrap', keyId, context], key),
  unwrap: (wrapped, context) => ask(command, ['unwrap', keyId, context], wrapped),
});

/** Gives the program bytes and takes those that it answers, as base64. What it writes to stderr goes to ours. */
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
        // The error's own message would be fine, but Node adds what the program wrote.
        if (error) fail(error.killed ? 'no answer in 30 seconds' : `it ended with ${String(error.code)}`);
        else if (!/^[\w+/-]+={0,2}$/.test(text)) fail('its answer is not base64');
        else resolve(Buffer.from(text, 'base64'));
      },
    );
    child.stderr?.pipe(process.stderr, { end: false });
    // A program that ends before it has read shows that by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${Buffer.from(input).toString('base64')}\n`);
  });
}
