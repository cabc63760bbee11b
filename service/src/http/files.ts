import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { compress, type Coding } from './compression.js';

/** A built file as it is served. */
export interface ServedFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  /** The compressed versions; empty for formats that are compressed already. */
  readonly packed: Readonly<Partial<Record<Coding, Uint8Array<ArrayBuffer>>>>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const compressedInItself = new Set(['.woff2']);

/** Returns a function that reads files of a folder. A file is read only once as long as it does not change. */
export function createFileReader(directory: string): (path: string) => Promise<ServedFile | undefined> {
  const known = new Map<string, { readonly version: string; readonly file: Promise<ServedFile> }>();

  return async (path) => {
    // Only plain names: no path may lead out of the folder or to a hidden file.
    if (!/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(path) || !(extname(path) in types)) return undefined;
    const absolute = join(directory, path);
    const found = await stat(absolute).catch(() => undefined);
    if (!found?.isFile()) return undefined;

    const version = `${found.mtimeMs} ${found.size}`;
    const earlier = known.get(path);
    if (earlier?.version === version) return earlier.file;
    const file = load(absolute);
    known.set(path, { version, file });
    file.catch(() => known.delete(path));
    return file;
  };
}

async function load(absolute: string): Promise<ServedFile> {
  const extension = extname(absolute);
  const plain = Uint8Array.from(await readFile(absolute));
  return {
    type: types[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    packed: compressedInItself.has(extension)
      ? {}
      : { br: await compress('br', plain), gzip: await compress('gzip', plain) },
  };
}
