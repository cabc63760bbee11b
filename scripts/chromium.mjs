// The Chromium that the tests run in. Fetches one if a machine has none. It is the first of these that starts:
//   1. what SVC_LINK_CHROMIUM, CHROME_PATH or PUPPETEER_EXECUTABLE_PATH names; nothing else is tried then
//   2. Chrome or Chromium of the system
//   3. what Playwright has put into its own folder
//   4. by apt-get, Debian's
//   5. by Playwright, its own
import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { Launcher } from 'chrome-launcher';
import puppeteer from 'puppeteer-core';
import { aptInstall } from './programs.mjs';

const quiet = ['--disable-gpu', '--disable-quic'];
// Root and many containers have no sandbox. The tests load nothing but pages of ours.
const unboxed = ['--no-sandbox', ...quiet];

/** The first of these that starts, with the arguments it starts with: a file of this name may only print a hint. */
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
    // How it says that there is none.
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

/** What only one call may do at a time, and need be done once. */
let asked;

/** @returns {Promise<{ executablePath: string, args: string[] }>} */
export const findChromium = () => (asked ??= find());
