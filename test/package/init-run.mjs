// Runs `svc-link init` as a process in a new project.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '../..');

/** A folder with these files, and functions that use it. It is made in `within`, and runs the package that is in `installed`. */
export function makeProject(files, { within = tmpdir(), installed = root } = {}) {
  const folder = mkdtempSync(path.join(within, 'svc-init-'));
  const write = (name, content) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return {
    folder,
    write,
    read: (name) => readFileSync(path.join(folder, name), 'utf8'),
    /** Every file, by its path. */
    list: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .filter((name) => !name.startsWith('.git/'))
        .sort(),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
    async init(args = [], env = {}) {
      const child = spawn(process.execPath, [path.join(installed, 'bin/svc-link.js'), 'init', ...args], {
        cwd: folder,
        // npm, which may run the tests, sets INIT_CWD.
        env: { ...process.env, SVC_API_KEY: '', INIT_CWD: '', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, errors, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise((resolve) => child.once('close', resolve)),
      ]);
      return { code, out, errors };
    },
  };
}
