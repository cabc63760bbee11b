// npm test             all browsers this machine has; fetches a Chromium where it has none
// BROWSERS=firefox,webkit npm test
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { findChromium, findFirefox, findWebKit } from './scripts/browsers.mjs';
import { webkitLauncher } from './scripts/wtr-webkit-launcher.mjs';

const asked = process.env.BROWSERS?.split(',');
const wants = (name) => !asked || asked.includes(name);

async function launchers() {
  const list = [];
  if (wants('chromium')) {
    const { executablePath, env, args } = await findChromium({ install: true, log: console.error });
    list.push(
      chromeLauncher({
        concurrency: 1,
        launchOptions: { executablePath, env: { ...process.env, ...env }, args },
      }),
    );
  }
  const firefox = wants('firefox') && findFirefox();
  if (firefox) {
    list.push(
      // A custom puppeteer is what makes the launcher accept a browser other than Chrome.
      chromeLauncher({
        puppeteer: puppeteerCore,
        concurrency: 1,
        launchOptions: { browser: 'firefox', executablePath: firefox },
      }),
    );
  } else if (asked?.includes('firefox')) throw new Error('No Firefox here.');
  const webkit = wants('webkit') && findWebKit();
  if (webkit) list.push(webkitLauncher(webkit));
  else if (asked?.includes('webkit'))
    throw new Error('No WebKitGTK here (apt-get install webkit2gtk-driver xvfb).');
  return list;
}

export default {
  files: 'test/**/*.test.ts',
  nodeResolve: { exportConditions: ['development'] },
  // tsconfig: esbuild's transform does not look for it, and without it the
  // decorators and useDefineForClassFields would be compiled differently.
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.json' })],
  browsers: await launchers(),
  // Tabs in the background get neither focus nor animation frames.
  concurrency: 1,
  concurrentBrowsers: 3,
  testsFinishTimeout: 120_000,
  testFramework: { config: { timeout: 10_000 } },
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
  coverageConfig: {
    include: ['src/**/*.ts'],
    threshold: { statements: 80, branches: 70, functions: 80, lines: 80 },
  },
};
