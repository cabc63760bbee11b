// Copies of the examples with the package installed as it is published. All of
// them share one installation: each finds its packages in the parent folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../e2e/servers.ts';
import { startProgram } from './program.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const quiet = { ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' };
/** The service's address in the examples. The copies get the address of the test's service. */
const written = 'http://127.0.0.1:8787';

const manifestOf = (name) => JSON.parse(readFileSync(path.join(root, 'examples', name, 'package.json')));

const scriptsOf = (name) =>
  existsSync(path.join(root, 'examples', name, 'package.json')) ? manifestOf(name).scripts : {};

/**
 * The examples that are a page. The others have their own tests. An
 * example with a `typecheck` script is a whole project of a framework.
 */
export const examples = readdirSync(path.join(root, 'examples')).filter(
  (name) => 'start' in scriptsOf(name) && !('typecheck' in scriptsOf(name)),
);

export const hasBuild = (name) => 'build' in manifestOf(name).scripts;

/** Packs the package into a folder. Returns the tarball's path. */
export function pack(folder) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: root, env: quiet, encoding: 'utf8' }));
  return path.join(folder, filename);
}

/** Installs these dependencies into an empty folder. */
export function install(folder, dependencies) {
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', args, { cwd: folder, env: quiet, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** All dependencies of the examples. Two examples must not use different versions of one package. */
function dependenciesOf(names) {
  const all = {};
  for (const name of names) {
    const { dependencies, devDependencies } = manifestOf(name);
    for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      all[dependency] ??= version;
      if (all[dependency] !== version) throw new Error(`${name} asks for another ${dependency}: ${version}`);
    }
  }
  return all;
}

/**
 * Installs one example into an empty folder, for this service. Returns a function
 * that runs one of its scripts, and returns the exit code and the output.
 */
export function installExample(name, folder, service = written) {
  copyExample(name, folder, service);
  const {
    dependencies = {},
    devDependencies,
    scripts,
  } = JSON.parse(readFileSync(path.join(folder, 'package.json')));
  const own = dependencies['svc-link'] && { 'svc-link': `file:${pack(folder)}` };
  install(folder, { ...dependencies, ...devDependencies, ...own });
  // npm's own manifest of the folder has no scripts.
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', scripts }),
  );
  return (script, env) =>
    spawnSync('npm', ['run', '--silent', script], {
      cwd: folder,
      env: { ...quiet, ...env },
      encoding: 'utf8',
      timeout: 180_000,
    });
}

/** Copies an example, and replaces the service's address. */
export function copyExample(name, to, service) {
  cpSync(path.join(root, 'examples', name), to, {
    recursive: true,
    filter: (source) =>
      !/[/\\](node_modules|dist|build|\.(next|svelte-kit|nuxt|output|astro|angular))$/.test(source),
  });
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(written, service));
  }
}

/** Installs all examples, for this service. */
export function installExamples(service) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-examples-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    install(folder, { ...dependenciesOf(examples), 'svc-link': `file:${pack(folder)}` });
    for (const name of examples) copyExample(name, path.join(folder, name), service);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    remove,
    build(name) {
      const options = { cwd: path.join(folder, name), env: quiet, encoding: 'utf8' };
      const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], options);
      if (status !== 0) throw new Error(`${name} does not build:\n${stdout}\n${stderr}`);
    },
    /** Runs `npm start` or another script until `stop` is called. `url` is the page's address. */
    serve: (name, script = 'start') => serve(path.join(folder, name), script, hasBuild(name)),
  };
}

/** Runs a script of the project until `stop` is called. `url` is its page's address. */
export async function serve(cwd, script, isVite) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const options = isVite ? ['--', '--port', String(port), '--strictPort'] : [];
  const env = { ...quiet, PORT: String(port) };
  const { stop } = await startProgram('npm', ['run', script, ...options], { cwd, env, ready: url });
  return { url, stop };
}
