import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from './plan.js';
import { Told, codeOf } from './told.js';

/** Writes the planned files. If one of them cannot be written, or exists by now, everything is as it was before. */
export function write(folder: string, { files, ignored }: Plan): void {
  const undo: (() => void)[] = [];
  let file = folder;
  try {
    if (ignored !== null) {
      file = path.join(folder, '.gitignore');
      // First, so that Git can never add the file with the key.
      undo.push(ignore(file, ignored));
    }
    for (const { name, text, isSecret } of files) {
      file = path.join(folder, name);
      const made = mkdirSync(path.dirname(file), { recursive: true });
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
      writeFileSync(file, text, { flag: 'wx', mode: isSecret ? 0o600 : 0o666 });
      const written = file;
      undo.push(() => rmSync(written));
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw new Told(
      `Nothing was written, because this cannot be written:\n  ${file} (${codeOf(error)})\nMend that, and run init again.`,
    );
  }
}

/** Adds a line to the rules; returns what takes it back. */
function ignore(rules: string, name: string): () => void {
  const isThere = existsSync(rules);
  const before = isThere ? readFileSync(rules, 'utf8') : '';
  const end = before === '' || before.endsWith('\n') ? '' : '\n';
  writeFileSync(rules, `${end}${name}\n`, { flag: 'a' });
  return () => (isThere ? writeFileSync(rules, before) : rmSync(rules));
}
