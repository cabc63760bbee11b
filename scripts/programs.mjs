// Programs that some tests need and npm does not have: finds them and gets them, on Debian and Ubuntu as root. The Chromium that all
// need is found, and got, when it is asked for (chromium.mjs).
//
//   node scripts/programs.mjs                      what would be used
//   node scripts/programs.mjs --install            the same, but gets by apt-get what is missing
//   node scripts/programs.mjs --install go python  some of them alone
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);

/** The first of these folders that has all these programs. */
const folderOf = (names, folders = onPath) =>
  folders.find((folder) => names.every((name) => existsSync(path.join(folder, name))));

/** The first of these programs that is on the PATH. */
function which(...names) {
  const name = names.find((each) => folderOf([each]));
  return name && path.join(folderOf([name]), name);
}

/** The first of these programs that takes these arguments. */
const working = (programs, ...args) =>
  programs.find((program) => spawnSync(program, args, { stdio: 'ignore' }).status === 0);

let isUpdated;

/** Installs packages of Debian or Ubuntu. False if that is not possible here: it takes root, apt-get, and an archive that answers. */
export function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'];
  const run = (...args) => spawnSync('apt-get', args, { env, stdio, timeout: 600_000 }).status === 0;
  isUpdated ||= process.getuid?.() === 0 && run('update', '-q', '-o', 'APT::Update::Error-Mode=any');
  return isUpdated && run('install', '-y', '-q', '--no-install-recommends', ...packages);
}

/** Where Debian keeps packages of Go: where Go looked before it had modules. */
export const goPath = '/usr/share/gocode';
/** What the tests in Kotlin stand on. */
export const kotlinJars = ['json-android', 'junit4', 'hamcrest-core'].map(
  (name) => `/usr/share/java/${name}.jar`,
);

/** Stock Firefox; driven over WebDriver BiDi. */
export const findFirefox = () =>
  process.env.SVC_LINK_FIREFOX ||
  [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ].find(existsSync) ||
  which('firefox', 'firefox-esr');

/** WebKitGTK: Debian's webkit2gtk-driver, and Xvfb if there is no display. */
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
  /** A folder with several programs: on the PATH, or where Debian puts the newest one. */
  postgres: {
    find: () => folderOf(['initdb', 'postgres', 'createdb'], postgresFolders()),
    packages: ['postgresql'],
  },
  pgbouncer: {
    find() {
      // Debian puts it where only root's PATH leads.
      const folder = folderOf(['pgbouncer'], [...onPath, '/usr/sbin']);
      return folder && path.join(folder, 'pgbouncer');
    },
    packages: ['pgbouncer'],
  },
  /** A folder, too. */
  prometheus: { find: () => folderOf(['prometheus', 'promtool']), packages: ['prometheus'] },
  /** A Python that has FastAPI. Another one may stand before the system's, for which the packages are. */
  python: {
    find: () => working(['python3', '/usr/bin/python3'], '-c', 'import fastapi, httpx, uvicorn'),
    packages: ['python3-fastapi', 'python3-httpx', 'python3-uvicorn'],
  },
  go: { find: () => working(['go'], 'version'), packages: ['golang-go'] },
  /** Go, where a client can be generated for it: the generator runs in Java, and its code imports a package. */
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
  /** Not OpenStack's program of that name, which builds nothing. Debian has it since 13. */
  swift: {
    find: () => working(['swift'], 'build', '--version'),
    packages: ['swiftlang', 'libstdc++-14-dev'],
  },
};

/**
 * Where a program is. `install`: gets it if there is none, if that is possible.
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
