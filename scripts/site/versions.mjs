// The folders of a site with several versions. This code does not know their contents.
import { cpSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of a version, such as `v0.1`. Its patches share the folder. */
const folderOf = (version) => `v${/^\d+\.\d+/.exec(version)[0]}`;

/** Sorts 0.10 after 0.9. */
const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Moves the build into the folder of its version, copies the newest version to `latest` and writes the list. Returns the names in
 * the list. A copied folder works, because no page depends on its own address.
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
