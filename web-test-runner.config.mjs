// npx wtr                       the unit tests in every browser on this machine; downloads a Chromium if there is none
// BROWSERS=firefox,webkit npx wtr
// npx wtr --files 'test/flow/**/*.test.ts'
import { readFileSync, writeFileSync } from 'node:fs';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { junitReporter } from '@web/test-runner-junit-reporter';
import { findChromium } from './scripts/chromium.mjs';
import { findFirefox, findWebKit } from './scripts/programs.mjs';
import { bundle } from './test/support/bundle-plugin.mjs';
import { webkitLauncher } from './test/support/webkit-launcher.mjs';

const asked = process.env.BROWSERS?.split(',');
const wants = (name) => !asked || asked.includes(name);

async function launchers() {
  const list = [];
  if (wants('chromium')) list.push(chromeLauncher({ concurrency: 1, launchOptions: await findChromium() }));
  const firefox = wants('firefox') && findFirefox();
  if (firefox) {
    list.push(
      // With a custom puppeteer the launcher accepts other browsers than Chrome.
      chromeLauncher({
        puppeteer: puppeteerCore,
        concurrency: 1,
        launchOptions: {
          browser: 'firefox',
          executablePath: firefox,
          // Otherwise Firefox would keep a spare process for the next tab, for each file.
          extraPrefsFirefox: { 'dom.ipc.processPrelaunch.enabled': false },
        },
      }),
    );
  } else if (asked?.includes('firefox')) throw new Error('No Firefox here (apt-get install firefox-esr).');
  const webkit = wants('webkit') && findWebKit();
  if (webkit) list.push(webkitLauncher(webkit));
  else if (asked?.includes('webkit'))
    throw new Error('No WebKitGTK here (apt-get install webkit2gtk-driver xvfb).');
  return list;
}

const report = process.env.REPORT ?? 'reports/tests/unit.xml';

/** A file that did not load has no tests and is missing in the report, so this adds it as a failed one. */
const notLoadedReporter = {
  onTestRunFinished({ sessions }) {
    const cases = sessions
      .filter(({ passed, errors }) => !passed && errors.length > 0)
      .map(({ browser, testFile, errors, logs }) => {
        const known = [...errors.map(({ message }) => message), ...logs.flat()].join('\n');
        const text = known.replace(/&/g, '&amp;').replace(/</g, '&lt;');
        return `<testcase name="${browser.name}, ${testFile}: did not load"><failure>${text}</failure></testcase>\n`;
      });
    const others = readFileSync(report, 'utf8');
    writeFileSync(
      report,
      others.replace('</testsuites>', () => `${cases.join('')}</testsuites>`),
    );
  },
};

const folders = [
  'contract',
  'loading',
  'client',
  'flow',
  'bridge',
  'messages',
  'element',
  'hosted',
  'testing',
];

const filesOf = (names) => names.map((name) => `test/${name}/**/*.test.ts`);

/** Folders whose code uses nothing of a browser. One engine runs them, and every one in the long check. */
const plain = ['flow'];
const browsers = await launchers();
const isSplit = !process.env.LONG && !process.argv.includes('--files') && browsers.length > 1;

export default {
  files: filesOf(isSplit ? folders.filter((name) => !plain.includes(name)) : folders),
  groups: isSplit ? [{ name: 'plain', files: filesOf(plain), browsers: browsers.slice(0, 1) }] : [],
  plugins: [bundle(folders, { PROPERTY_RUNS: process.env.LONG ? '15000' : '500' })],
  browsers,
  // Tabs in the background get neither the focus nor animation frames.
  concurrency: 1,
  concurrentBrowsers: 3,
  testsFinishTimeout: process.env.LONG ? 1_800_000 : 180_000,
  testFramework: { config: { timeout: process.env.LONG ? 300_000 : 15_000 } },
  reporters: [defaultReporter(), junitReporter({ outputPath: report }), notLoadedReporter],
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
};
