import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.js',
  use: { launchOptions: { executablePath: process.env.CHROME_PATH } },
});
