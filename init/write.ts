import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from './plan.js';

/** Writes the planned files. Fails if one of them exists by now, and leaves it as it is. */
export function write(folder: string, { files, ignored }: Plan): void {
  // First, so that Git can never add the file with the key.
  if (ignored !== null) ignore(path.join(folder, '.gitignore'), ignored);
  for (const { name, text, isSecret } of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx', mode: isSecret ? 0o600 : 0o666 });
  }
}

function ignore(rules: string, name: string): void {
  const before = existsSync(rules) ? readFileSync(rules, 'utf8') : '';
  const end = before === '' || before.endsWith('\n') ? '' : '\n';
  writeFileSync(rules, `${end}${name}\n`, { flag: 'a' });
}
