// The end-to-end tests: in Chromium, and those of test/e2e/each-engine.ts in Firefox and WebKitGTK too.
import { defineConfig } from '@playwright/test';
import type { Shared } from './test/e2e/test.js';

const { ENGINE, LONG, REPORT } = process.env;
const projects = [
  // Everything that does not ask for another engine.
  { name: 'Chromium', use: { engineName: 'Chromium' }, grepInvert: /@not-Chromium/ },
  { name: 'Firefox', use: { engineName: 'Firefox' }, grep: /@Firefox/ },
  { name: 'WebKitGTK', use: { engineName: 'WebKitGTK' }, grep: /@WebKitGTK/ },
] as const;

export default defineConfig<object, Pick<Shared, 'engineName'>>({
  testDir: 'test/e2e',
  outputDir: 'reports/e2e',
  projects: projects.filter(({ name }) => !ENGINE || name === ENGINE),
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A machine that does much else takes its time; what hangs ends all the same.
  timeout: LONG ? 600_000 : 240_000,
  reporter: [['list'], ['junit', { outputFile: REPORT ?? 'reports/tests/e2e.xml' }]],
  use: { actionTimeout: 30_000, navigationTimeout: 30_000 },
});
