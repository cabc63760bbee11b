// Puts everything that the service needs in production into an empty folder: the build, the packages that it needs at run time,
// and the lists of these packages and their licences (sbom.cdx.json, licences.txt). Containers and machines get this folder
// (service/shipping).
//
//   npm run ship FOLDER
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const shipped = [
  'LICENSE',
  'dist',
  'package-lock.json',
  'package.json',
  'service/bin',
  'service/data/zip-codes.bin',
  'service/dist',
  'service/package.json',
];

const npm = (folder, ...args) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 });

/** A line for each package: name, version, licence. `components` as in CycloneDX. */
function listLicences(components) {
  return components
    .map(({ name, version, licenses = [] }) => {
      const licence = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name);
      return `${name} ${version} ${licence.join(' AND ') || 'unknown'}\n`;
    })
    .sort()
    .join('');
}

function ship(folder) {
  for (const name of shipped) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  npm(folder, 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund');
  // Fields for building and publishing have no use where the service runs. They are deleted after the installation, which
  // compares them with the lock file, and before the list, which would report the packages that they name as missing.
  const needless = ['wireit', 'scripts', 'files', 'devDependencies'];
  npm(folder, 'pkg', 'delete', '--workspaces', '--include-workspace-root', ...needless);
  const bill = npm(folder, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application');
  writeFileSync(path.join(folder, 'sbom.cdx.json'), bill);
  writeFileSync(path.join(folder, 'licences.txt'), listLicences(JSON.parse(bill).components));
  // The service runs as a user who does not own these files. Without this, only their owner could read the embedded database's
  // template, which the build makes, nor the folder itself if the shell has a strict umask, as for writing settings.
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
}

try {
  if (!process.argv[2]) throw new Error('say where to: npm run ship FOLDER');
  const folder = path.resolve(process.argv[2]);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  ship(folder);
  console.log(`${folder} runs with: node service/bin/svc-service.js`);
} catch (error) {
  console.error(`ship: ${error.message}`);
  process.exitCode = 1;
}
