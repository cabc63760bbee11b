// With Playwright, in a browser: its own page. The fake service answers its requests.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createFakeService } from 'svc-link/testing';

const app = 'https://app.test';
const bundle = join(dirname(createRequire(import.meta.url).resolve('svc-link/package.json')), 'dist/cdn');

test.beforeEach(async ({ page }) => {
  await page.route(`${app}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    const body = await readFile(join(bundle, pathname.replace('/cdn/', '')), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body });
  });
});
const html = `<!doctype html><html lang="en"><title>App</title>
  <script type="module" src="/cdn/svc-link.js"></script>
  <svc-link></svc-link>`;

/** Opens the page with a token of the fake service, and answers its requests. */
async function open(context, page) {
  const service = createFakeService();
  await context.route(`${service.baseUrl}/**`, service.route);
  await page.goto(app);
  await page.evaluate((properties) => Object.assign(document.querySelector('svc-link'), properties), {
    baseUrl: service.baseUrl,
    linkToken: service.newToken(),
  });
}

test('connects with a password and a code', async ({ context, page }) => {
  await open(context, page);
  await page.getByRole('button', { name: /^Quartz Scale/ }).click();
  await page.getByLabel('Email').fill('sms@example.com');
  await page.getByLabel('Password', { exact: true }).fill('good');
  await page.getByRole('button', { name: 'Connect Quartz Scale' }).click();
  await page.getByLabel('Code').fill('123456');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Quartz Scale is connected' })).toBeVisible();
});

test('connects a provider by OAuth, in its window', async ({ context, page }) => {
  await open(context, page);
  await page.getByRole('button', { name: /^Aurora Ring/ }).click();
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /^Continue to/ }).click(),
  ]);
  await window.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Aurora Ring is connected' })).toBeVisible();
});
