// The folders of a site with several versions. What stands in them is not known here.
import { cpSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Patches share a folder: `v0.1`. */
const folderOf = (version) => `v${/^\d+\.\d+/.exec(version)[0]}`;

/** 0.10 comes after 0.9. */
const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Moves what was built into the folder of its version, copies the newest to `latest` and writes the list. Returns the names in it. A
 * copy is whole, because no page knows where it stands.
 */
export function addVersion({ built, out, version }) {
  const name = folderOf(version);
  const place = (to, put) => {
    rmSync(path.join(out, to), { recursive: true, force: true });
    put(path.join(out, to));
  };
  place(name, (to) => renameSync(built, to));
  const versions = readdirSync(out)
    .filter((each) => /^v\d+\.\d+$/.test(each))
    .sort((a, b) => compare(b, a));
  if (versions[0] === name) place('latest', (to) => cpSync(path.join(out, name), to, { recursive: true }));
  const names = ['latest', ...versions];
  writeFileSync(path.join(out, 'versions.json'), `${JSON.stringify(names)}\n`);
  writeFileSync(path.join(out, 'index.html'), frontOf(names));
  return names;
}

const frontOf = (names) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>svc-link</title>
<meta http-equiv="refresh" content="0; url=latest/">
<h1>svc-link</h1>
<ul>${names.map((name) => `<li><a href="${name}/">${name}</a></li>`).join('')}</ul>
</html>
`;
