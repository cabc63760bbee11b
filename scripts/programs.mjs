// Finds the programs that some tests need and npm does not have, and installs them on Debian and Ubuntu as root. The Chromium
// that all tests need is found and installed on its first use (chromium.mjs).
//
//   node scripts/programs.mjs                      prints what would be used
//   node scripts/programs.mjs --install            the same, and installs missing programs by apt-get
//   node scripts/programs.mjs --install go python  only some of them
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);

/** The first folder that has all these programs. */
const folderOf = (names, folders = onPath) =>
  folders.find((folder) => names.every((name) => existsSync(path.join(folder, name))));

/** The first of these programs that is on the PATH. */
function which(...names) {
  const name = names.find((each) => folderOf([each]));
  return name && path.join(folderOf([name]), name);
}

/** The first program that succeeds with these arguments. */
const working = (programs, ...args) =>
  programs.find((program) => spawnSync(program, args, { stdio: 'ignore' }).status === 0);

let isUpdated;

/** Installs packages of Debian or Ubuntu. False if that fails: it needs root, apt-get, and an archive that answers. */
export function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'];
  const run = (...args) => spawnSync('apt-get', args, { env, stdio, timeout: 600_000 }).status === 0;
  isUpdated ||= process.getuid?.() === 0 && run('update', '-q', '-o', 'APT::Update::Error-Mode=any');
  return isUpdated && run('install', '-y', '-q', '--no-install-recommends', ...packages);
}

/** Where Debian installs Go packages: a GOPATH, as Go used before it had modules. */
export const goPath = '/usr/share/gocode';
/** The libraries that the Kotlin tests need. */
export const kotlinJars = ['json-android', 'junit4', 'hamcrest-core'].map(
  (name) => `/usr/share/java/${name}.jar`,
);

/** A normal Firefox, which WebDriver BiDi controls. */
export const findFirefox = () =>
  process.env.SVC_LINK_FIREFOX ||
  [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ].find(existsSync) ||
  which('firefox', 'firefox-esr');

/** WebKitGTK: needs Debian's webkit2gtk-driver, and Xvfb if there is no display. */
export function findWebKit() {
  const driver = which('WebKitWebDriver');
  if (!driver || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY || which('Xvfb'))) return undefined;
  const places = '{lib,lib64,libexec,lib/*-linux-gnu}/webkit{,2}gtk-*/MiniBrowser';
  const browser = globSync(places, { cwd: '/usr', absolute: true }).sort().at(-1);
  return browser ? { driver, browser } : undefined;
}

function postgresFolders() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...onPath, ...versions.map((version) => path.join(debian, version, 'bin'))];
}

const programs = {
  firefox: { find: findFirefox, packages: ['firefox-esr'] },
  webkit: { find: () => findWebKit()?.browser, packages: ['webkit2gtk-driver', 'xvfb'] },
  /** A folder with several programs: on the PATH, or the folder of Debian's newest version. */
  postgres: {
    find: () => folderOf(['initdb', 'postgres', 'createdb'], postgresFolders()),
    packages: ['postgresql'],
  },
  pgbouncer: {
    find() {
      // Debian puts it into a folder that only root's PATH has.
      const folder = folderOf(['pgbouncer'], [...onPath, '/usr/sbin']);
      return folder && path.join(folder, 'pgbouncer');
    },
    packages: ['pgbouncer'],
  },
  /** Also a folder. */
  prometheus: { find: () => folderOf(['prometheus', 'promtool']), packages: ['prometheus'] },
  /** A Python that has FastAPI. The packages are for the system's Python; another one may come before it on the PATH. */
  python: {
    find: () => working(['python3', '/usr/bin/python3'], '-c', 'import fastapi, httpx, uvicorn'),
    packages: ['python3-fastapi', 'python3-httpx', 'python3-uvicorn'],
  },
  go: { find: () => working(['go'], 'version'), packages: ['golang-go'] },
  /** Go, if a client can be generated for it: the generator needs Java, and the generated code imports a package. */
  'generated-go': {
    find: () =>
      existsSync(`${goPath}/src/golang.org/x/oauth2`) && working(['java'], '-version')
        ? working(['go'], 'version')
        : undefined,
    packages: ['golang-go', 'golang-golang-x-oauth2-dev', 'default-jre-headless'],
  },
  kotlin: {
    find: () => (kotlinJars.every((jar) => existsSync(jar)) ? working(['kotlinc'], '-version') : undefined),
    packages: ['kotlin', 'default-jre-headless', 'junit4', 'libandroid-json-org-java'],
  },
  /** Not OpenStack's program of the same name, which has no `build`. Debian has Swift since version 13. */
  swift: {
    find: () => working(['swift'], 'build', '--version'),
    packages: ['swiftlang', 'libstdc++-14-dev'],
  },
};

/**
 * Finds a program. With `install`, installs it if it is missing and that is possible.
 * @param {keyof typeof programs} name
 * @returns {string | undefined}
 */
export function findProgram(name, { install = false } = {}) {
  const { find, packages } = programs[name];
  return find() ?? (install && aptInstall(...packages) ? find() : undefined);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals: wanted } = parseArgs({
    options: { install: { type: 'boolean' } },
    allowPositionals: true,
  });
  const unknown = wanted.filter((name) => !(name in programs));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')} here, but ${Object.keys(programs).join(', ')}.`);
    process.exit(2);
  }
  for (const name of wanted.length > 0 ? wanted : Object.keys(programs))
    console.log(`${name}:`.padEnd(13), findProgram(name, values) ?? 'none');
}
