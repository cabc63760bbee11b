// Finds the browsers the tests run in and, if a machine has none, gets one.
//
//   node scripts/browsers.mjs            what would be used
//   node scripts/browsers.mjs --install  the same, but fetches a Chromium if there is none
//   node scripts/browsers.mjs --all      that, and Firefox and WebKitGTK by apt-get if it can be used
//
// A Chromium is the first of these that starts:
//   1. what SVC_LINK_CHROMIUM, CHROME_PATH or PUPPETEER_EXECUTABLE_PATH names; nothing else is tried then
//   2. Chrome or Chromium of the system
//   3. what Playwright has put into its own folder, or an earlier run into node_modules/.cache
// and only if one may be fetched:
//   4. by apt-get
//   5. from npm, for Linux on x64: a headless one with libraries of its own, so it needs no root. It blocks no pop-ups and has no
//      tabs behind others, so that two end-to-end tests of windows fail in it
//   6. Playwright's download
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { Launcher } from 'chrome-launcher';
import puppeteer from 'puppeteer-core';
import { aptInstall, which } from './programs.mjs';

/** @typedef {{ executablePath: string, env: Record<string, string>, args: string[], from: string }} Chromium */

const cache = path.resolve(import.meta.dirname, '../node_modules/.cache/svc-link');
// Asks for Node 22 and runs on 20. The last one that asks for 20, 143.0.4, crashes on any text field.
const fromNpm = '@sparticuz/chromium@153.0.0';

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Root and many containers have no sandbox. The tests load nothing but pages of ours.
const unboxed = ['--no-sandbox', ...quiet];

/** The candidate with the arguments it starts with. Undefined if it does not start: a file of this name may only print a hint. */
async function usable({ executablePath, env = {}, from }) {
  for (const args of process.getuid?.() === 0 ? [unboxed] : [quiet, unboxed])
    try {
      await (await puppeteer.launch({ executablePath, args, env: { ...process.env, ...env } })).close();
      return { executablePath, env, args, from };
    } catch {
      // The next arguments, or the next candidate.
    }
  return undefined;
}

const named = ['SVC_LINK_CHROMIUM', 'CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH'].find(
  (name) => process.env[name],
);

function ofSystem() {
  try {
    return Launcher.getInstallations().map((executablePath) => ({ executablePath, from: 'system' }));
  } catch {
    // How it says that there is none.
    return [];
  }
}

const ofPlaywright = () => ({ executablePath: chromium.executablePath(), from: 'Playwright' });

function ofNpm() {
  const folder = path.join(cache, fromNpm.slice(1).replace(/[/@]/g, '-'));
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const env = { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(folder, 'fonts') };
  return { folder, executablePath: path.join(folder, 'chromium'), env, from: fromNpm };
}

/** What the package unpacks by itself where it is made for, in Lambda. */
function fetchFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const found = ofNpm();
  const { folder } = found;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const run = (command, args, options) =>
    execFileSync(command, args, { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'], ...options });
  const args = ['--pack-destination', cache, '--prefer-offline', '--fetch-retries=1', '--silent'];
  run('npm', ['pack', fromNpm, ...args], { timeout: 300_000 });
  run('tar', ['-xzf', `${folder}.tgz`, '--strip-components=2', 'package/bin']);
  rmSync(`${folder}.tgz`);
  const unpacked = (name) => brotliDecompressSync(readFileSync(path.join(folder, name)));
  writeFileSync(found.executablePath, unpacked('chromium.br'), { mode: 0o755 });
  for (const [name, to] of Object.entries({ al2023: 'al2023', fonts: 'fonts', swiftshader: '.' })) {
    mkdirSync(path.join(folder, to), { recursive: true });
    run('tar', ['-x', '-C', to], { input: unpacked(`${name}.tar.br`) });
  }
  for (const name of readdirSync(folder)) if (name.endsWith('.br')) rmSync(path.join(folder, name));
  // Its own names folders of Lambda, and without a font each page ends in a crash.
  writeFileSync(
    path.join(folder, 'fonts/fonts.conf'),
    '<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir></fontconfig>',
  );
  return found;
}

function fetchFromPlaywright() {
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return ofPlaywright();
}

/** What only one call may do at a time, and need be done once. */
let asked;

/**
 * A Chromium that starts. `install`: fetches one if there is none, and rejects if that fails.
 * @param {{ install?: boolean }} [options]
 * @returns {Promise<Chromium | undefined>}
 */
export const findChromium = ({ install = false } = {}) => (asked ??= find(install));

async function find(install) {
  if (named) {
    const executablePath = process.env[named];
    const found = await usable({ executablePath, from: named });
    if (!found) throw new Error(`${named} names ${executablePath}, which does not start.`);
    return found;
  }
  for (const candidate of [...ofSystem(), ofPlaywright(), ofNpm()]) {
    const found = existsSync(candidate.executablePath) && (await usable(candidate));
    if (found) return found;
  }
  if (!install) return undefined;
  console.error('No Chromium here. Fetching one; this happens once.');
  for (const fetch of [
    () => aptInstall('chromium') && { executablePath: which('chromium'), from: 'apt-get' },
    fetchFromNpm,
    fetchFromPlaywright,
  ])
    try {
      const candidate = fetch();
      const found = candidate && (await usable(candidate));
      if (found) return found;
    } catch (error) {
      console.error(error.message);
    }
  throw new Error(
    'No Chromium was found and none could be fetched. Install Chrome or Chromium, or set CHROME_PATH to its binary.',
  );
}

/** Stock Firefox; driven over WebDriver BiDi. */
export function findFirefox() {
  const elsewhere = {
    darwin: '/Applications/Firefox.app/Contents/MacOS/firefox',
    win32: 'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  }[process.platform];
  if (process.env.SVC_LINK_FIREFOX) return process.env.SVC_LINK_FIREFOX;
  return elsewhere && existsSync(elsewhere) ? elsewhere : which('firefox', 'firefox-esr');
}

/** WebKitGTK: Debian's webkit2gtk-driver, and Xvfb if there is no display. */
export function findWebKit() {
  const driver = which('WebKitWebDriver');
  if (!driver || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY || which('Xvfb'))) return undefined;
  const browser = ['lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu', 'libexec', 'lib64', 'lib']
    .map((folder) => path.join('/usr', folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name, 'MiniBrowser')))
    .filter((file) => /\/webkit(2)?gtk-[^/]*\/MiniBrowser$/.test(file) && existsSync(file))
    .sort()
    .at(-1);
  return browser ? { driver, browser } : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = process.argv.includes('--all');
  const missing = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
  ];
  if (all && missing.length > 0 && !aptInstall(...missing))
    console.error(`Could not install ${missing.join(', ')}: the tests run without.`);
  const found = await findChromium({ install: all || process.argv.includes('--install') });
  console.log('chromium:', found ? `${found.executablePath} (${found.from})` : 'none');
  console.log('firefox: ', findFirefox() ?? 'none');
  console.log('webkit:  ', findWebKit()?.browser ?? 'none');
}
