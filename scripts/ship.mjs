// Puts what runs the service in production into an empty folder: what was built, the packages it needs at run time, and what
// they are and under which licence (sbom.cdx.json, licences.txt). Containers and machines get this folder (service/shipping).
//
//   npm run ship FOLDER
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

function npm(folder, ...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`);
  return stdout;
}

/** What belongs to building and publishing has no use where the service runs. */
function stripManifest(file) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of ['wireit', 'scripts', 'files', 'devDependencies']) delete manifest[name];
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

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
  // After the installation, which holds them against the lock file; before the list, which takes what they name for missing.
  for (const name of ['package.json', 'service/package.json']) stripManifest(path.join(folder, name));
  const bill = npm(folder, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application');
  writeFileSync(path.join(folder, 'sbom.cdx.json'), bill);
  writeFileSync(path.join(folder, 'licences.txt'), listLicences(JSON.parse(bill).components));
  // It runs as a user who owns nothing of it; the database that the build made is readable for its owner only, and so is the
  // folder itself where whoever ships makes settings in the same shell.
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
