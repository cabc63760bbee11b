// Finds the browsers the tests run in and, if a machine has none, gets one.
//
//   node scripts/browsers.mjs            what would be used
//   node scripts/browsers.mjs --install  the same, but fetches a Chromium when there is none
//   node scripts/browsers.mjs --all      that, and Firefox and WebKitGTK by apt-get if it can be used
//
// Chromium, in this order:
//   1. SVC_LINK_CHROMIUM, CHROME_PATH or PUPPETEER_EXECUTABLE_PATH
//   2. what the system has: Chrome, Chromium or Edge
//   3. what Playwright has put into its own folder before
//   4. what an earlier run fetched into node_modules/.cache/svc-link
// and only with --install (npm test asks for it):
//   5. Debian and Ubuntu, as root: apt-get
//   6. Linux on x64: @sparticuz/chromium from the npm registry, a headless
//      Chromium that brings its own libraries, so it needs no root; unit tests
//      run in it, the end-to-end tests crash it
//   7. Playwright's download
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'svc-link');
// Asks for Node 22 and runs on 20. The last one that asks for 20, 143.0.4, crashes on any text field.
const SPARTICUZ = '153.0.0';

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Like `which`: the first of `names` on the PATH. */
export function which(...names) {
  const ends = process.platform === 'win32' ? ['.exe', ''] : [''];
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(path.delimiter))
      for (const end of ends) {
        const file = path.join(folder, name + end);
        if (folder && isExecutable(file)) return file;
      }
  return undefined;
}

const isRoot = () => process.getuid?.() === 0;

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Does this binary start? (Ubuntu's `chromium-browser` may be a stub that only
 * prints a hint.) --dump-dom would be simpler, but the npm build never ends with it.
 */
function starts({ executablePath, env = {} }, args) {
  const profile = mkdtempSync(path.join(tmpdir(), 'svc-link-'));
  return new Promise((resolve) => {
    const child = spawn(
      executablePath,
      ['--headless', ...args, `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'],
      { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
    let output = '';
    let good = false;
    child.stderr.on('data', (data) => {
      output += data;
      if (!good && output.includes('DevTools listening on')) {
        good = true;
        child.kill();
      }
    });
    child.once('error', () => resolve(false));
    child.once('close', () => {
      clearTimeout(timer);
      resolve(good);
    });
  }).finally(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
}

/**
 * The candidate with the arguments it starts with, or nothing. Root and many
 * containers have no sandbox; the tests load nothing but pages of ours.
 */
async function usable(found) {
  if (!found) return undefined;
  for (const args of isRoot() ? [['--no-sandbox', ...ARGS]] : [ARGS, ['--no-sandbox', ...ARGS]])
    if (await starts(found, args)) return { env: {}, ...found, args };
  return undefined;
}

function fromEnvironment() {
  const name = ['SVC_LINK_CHROMIUM', 'CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH'].find(
    (key) => process.env[key],
  );
  return name && { executablePath: process.env[name], from: name };
}

function* fromSystem() {
  const { env, platform } = process;
  if (platform === 'darwin') {
    for (const base of ['/Applications', path.join(env.HOME ?? '', 'Applications')])
      for (const app of ['Google Chrome', 'Chromium', 'Microsoft Edge'])
        yield path.join(base, `${app}.app/Contents/MacOS/${app}`);
  } else if (platform === 'win32') {
    for (const base of [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA])
      for (const app of ['Google\\Chrome', 'Chromium', 'Microsoft\\Edge'])
        if (base)
          yield path.join(base, app, 'Application', app.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe');
  } else {
    for (const name of [
      'google-chrome-stable',
      'google-chrome',
      'chromium',
      'chromium-browser',
      'microsoft-edge',
    ]) {
      const file = which(name);
      if (file) yield file;
    }
  }
}

async function fromPlaywright() {
  try {
    const { chromium } = await import('@playwright/test');
    const executablePath = chromium.executablePath();
    return existsSync(executablePath) ? { executablePath, from: 'Playwright' } : undefined;
  } catch {
    return undefined;
  }
}

function sparticuz() {
  const dir = path.join(CACHE, `chromium-${SPARTICUZ}`);
  return {
    dir,
    executablePath: path.join(dir, 'chromium'),
    // The binary finds its libraries and fonts next to itself.
    env: {
      LD_LIBRARY_PATH: [path.join(dir, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
        .filter(Boolean)
        .join(':'),
      FONTCONFIG_PATH: path.join(dir, 'fonts'),
    },
    from: `@sparticuz/chromium ${SPARTICUZ}`,
  };
}

function fetchFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const found = sparticuz();
  const pkg = path.join(CACHE, 'npm');
  rmSync(found.dir, { recursive: true, force: true });
  mkdirSync(pkg, { recursive: true });
  mkdirSync(found.dir, { recursive: true });
  writeFileSync(path.join(pkg, 'package.json'), '{"private":true,"type":"module"}\n');
  // A separate prefix keeps it out of package.json, the lock file and everybody else's install.
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  // npm run sets these to our own project.
  const env = { ...process.env };
  delete env.npm_config_local_prefix;
  delete env.npm_package_json;
  const install = spawnSync(
    npm[0],
    [
      ...npm[1],
      'install',
      '--prefix',
      pkg,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-save',
      '--prefer-offline',
      '--fetch-retries=1',
      '--fetch-retry-mintimeout=2000',
      `@sparticuz/chromium@${SPARTICUZ}`,
    ],
    { cwd: pkg, env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 },
  );
  if (install.status !== 0) return undefined;
  // It unpacks into os.tmpdir() and trusts whatever already lies there as
  // "chromium", so it gets a folder of its own; with AWS_EXECUTION_ENV it
  // unpacks NSS and the other libraries as well.
  const unpack = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import c from '@sparticuz/chromium'; await c.executablePath();`],
    {
      cwd: pkg,
      env: { ...process.env, TMPDIR: found.dir, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 120_000,
    },
  );
  if (unpack.status !== 0) return undefined;
  rmSync(pkg, { recursive: true, force: true });
  return found;
}

async function fetchFromPlaywright() {
  const cli = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  if (!existsSync(cli)) return undefined;
  const withDeps = process.platform === 'linux' && isRoot() ? ['--with-deps'] : [];
  spawnSync(process.execPath, [cli, 'install', ...withDeps, 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
  return fromPlaywright();
}

/** Installs Debian packages; false if that is not possible here. */
function aptInstall(...packages) {
  if (!isRoot() || !which('apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }).status ===
    0;
  return (
    run('update', '-q', '-o', 'APT::Update::Error-Mode=any') &&
    run('install', '-y', '-q', '--no-install-recommends', ...packages)
  );
}

function fetchFromApt() {
  if (!aptInstall('chromium')) return undefined;
  const executablePath = which('chromium');
  return executablePath && { executablePath, from: 'apt-get' };
}

let chromium;

/**
 * @param {{ install?: boolean, log?: (line: string) => void }} [options]
 * @returns {Promise<{ executablePath: string, env: Record<string, string>, args: string[], from: string } | undefined>}
 */
export function findChromium({ install = false, log = () => {} } = {}) {
  return (chromium ??= (async () => {
    const named = fromEnvironment();
    if (named) {
      const found = await usable(named);
      if (!found) throw new Error(`${named.from} names ${named.executablePath}, which does not start.`);
      return found;
    }
    for (const executablePath of fromSystem()) {
      const found = isExecutable(executablePath) && (await usable({ executablePath, from: 'system' }));
      if (found) return found;
    }
    const cached = sparticuz();
    for (const candidate of [
      await fromPlaywright(),
      existsSync(cached.executablePath) ? cached : undefined,
    ]) {
      const found = await usable(candidate);
      if (found) return found;
    }
    if (!install) return undefined;
    log('No Chromium here. Fetching one; this happens once.');
    // The distribution's own first if it can be installed: the one from npm lacks what whole pages need.
    for (const fetch of [fetchFromApt, fetchFromNpm, fetchFromPlaywright]) {
      const found = await usable(await fetch());
      if (found) {
        log(`Got Chromium from ${found.from}.`);
        return found;
      }
    }
    throw new Error(
      'No Chromium was found and none could be fetched. Install Chrome or Chromium, or set CHROME_PATH to its binary.',
    );
  })());
}

/** Stock Firefox; driven over WebDriver BiDi. */
export function findFirefox() {
  if (process.env.SVC_LINK_FIREFOX) return process.env.SVC_LINK_FIREFOX;
  if (process.platform === 'darwin') {
    const app = '/Applications/Firefox.app/Contents/MacOS/firefox';
    return isExecutable(app) ? app : undefined;
  }
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
      .filter(Boolean)
      .map((base) => path.join(base, 'Mozilla Firefox', 'firefox.exe'))
      .find(isExecutable);
  }
  return which('firefox', 'firefox-esr');
}

/** WebKitGTK: Debian's webkit2gtk-driver, plus Xvfb if there is no display. */
export function findWebKit() {
  const driver = which('WebKitWebDriver');
  if (!driver) return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY && !which('Xvfb')) return undefined;
  for (const lib of [
    '/usr/lib/x86_64-linux-gnu',
    '/usr/lib/aarch64-linux-gnu',
    '/usr/libexec',
    '/usr/lib64',
    '/usr/lib',
  ])
    if (existsSync(lib))
      for (const name of readdirSync(lib)
        .filter((n) => /^webkit(2)?gtk-/.test(n))
        .sort()
        .reverse()) {
        const browser = path.join(lib, name, 'MiniBrowser');
        if (isExecutable(browser)) return { driver, browser };
      }
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = process.argv.includes('--all');
  const missing = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
  ];
  if (all && missing.length > 0 && !aptInstall(...missing))
    console.error(`Could not install ${missing.join(', ')}: the tests run without.`);
  const found = await findChromium({
    install: all || process.argv.includes('--install'),
    log: console.error,
  });
  console.log('chromium:', found ? `${found.executablePath} (${found.from})` : 'none');
  console.log('firefox: ', findFirefox() ?? 'none');
  console.log('webkit:  ', findWebKit()?.browser ?? 'none');
}
