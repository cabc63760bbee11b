import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The widget's scripts, served by the page's own host below `/cdn/`. */
export const servedScripts = () => {
  const folder = path.join(import.meta.dirname, '../../dist/cdn');
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [
        `/cdn/${name}`,
        { type: 'text/javascript', body: readFileSync(path.join(folder, name), 'utf8') },
      ]),
  );
};
