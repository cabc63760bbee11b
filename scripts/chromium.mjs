// The Chromium that the tests run in. Fetches one if a machine has none. It uses the first of these that starts:
//   1. the path in SVC_LINK_CHROMIUM, CHROME_PATH or PUPPETEER_EXECUTABLE_PATH; if one is set, nothing else is tried
//   2. Chrome or Chromium of the system
//   3. the Chromium that Playwright has put into its own folder
//   4. Debian's Chromium, installed by apt-get
//   5. Playwright's Chromium, installed by Playwright
import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { Launcher } from 'chrome-launcher';
import puppeteer from 'puppeteer-core';
import { aptInstall } from './programs.mjs';

const quiet = ['--disable-gpu', '--disable-quic'];
// Root and many containers have no sandbox. This is safe, because the tests load only our own pages.
const unboxed = ['--no-sandbox', ...quiet];

/** The first executable that starts, with its arguments. It is really started, because such a file may only print a hint. */
async function usable(...executablePaths) {
  for (const executablePath of executablePaths)
    for (const args of process.getuid?.() === 0 ? [unboxed] : [quiet, unboxed])
      try {
        await (await puppeteer.launch({ executablePath, args })).close();
        return { executablePath, args };
      } catch {
        // The next arguments, or the next candidate.
      }
  return undefined;
}

function ofSystem() {
  try {
    return Launcher.getInstallations();
  } catch {
    // It throws if there is no Chrome.
    return [];
  }
}

async function find() {
  const name = ['SVC_LINK_CHROMIUM', 'CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH'].find(
    (each) => process.env[each],
  );
  if (name) {
    const named = await usable(process.env[name]);
    if (!named) throw new Error(`${name} names ${process.env[name]}, which does not start.`);
    return named;
  }
  const here = await usable(...ofSystem(), chromium.executablePath());
  if (here) return here;
  console.error('No Chromium here. Fetching one; this happens once.');
  const debian = aptInstall('chromium') && (await usable(...ofSystem()));
  if (debian) return debian;
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const fetched = await usable(chromium.executablePath());
  if (!fetched) throw new Error('No Chromium starts here. Install one, or set CHROME_PATH to its binary.');
  return fetched;
}

/** The only search: a second one at the same time could install twice. */
let asked;

/** @returns {Promise<{ executablePath: string, args: string[] }>} */
export const findChromium = () => (asked ??= find());
