// The end-to-end tests: in Chromium, and the tests of test/e2e/each-engine.ts in Firefox and WebKitGTK too.
import { defineConfig } from '@playwright/test';
import type { Shared } from './test/e2e/test.js';

const { ENGINE, LONG, REPORT } = process.env;
const projects = [
  // All tests that do not require another engine.
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
  // Long enough for a busy machine, but a test that hangs still ends.
  timeout: LONG ? 600_000 : 240_000,
  reporter: [['list'], ['junit', { outputFile: REPORT ?? 'reports/tests/e2e.xml' }]],
  use: { actionTimeout: 30_000, navigationTimeout: 30_000 },
});
