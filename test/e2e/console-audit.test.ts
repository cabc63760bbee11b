// The console's page of the audit log, in Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createClient } from 'svc-link/client';
import { afterEach, describe, it } from './test.js';

const managementKey = 'mk_sandbox_local';
const [org, team] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

async function signIn(page: Page, service: string): Promise<void> {
  await page.goto(`${service}/console/`);
  await page.getByLabel('Management key').fill(managementKey);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
}

describe('the audit log in the console', () => {
  afterEach(({ profile }) =>
    assert.deepEqual(
      // A browser logs that a team is not found whose entries are there: another test has deleted it.
      profile.complaints.filter((text) => !/status of 404/.test(text)),
      [],
    ),
  );

  it('says who did what, and saves it as a file', async ({ service, page }) => {
    const client = createClient({ baseUrl: service.service, managementKey });
    const { id, key } = await client.createApiKey(org, team, { name: 'for a day' });
    await client.deleteApiKey(org, team, id);
    await client.createApiKey(org, team, { name: 'for the night shift' });

    await signIn(page, service.service);
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    await rows.filter({ hasText: 'Signed in to the console' }).first().waitFor();

    await rows.filter({ hasText: 'for the night shift' }).filter({ hasText: 'Made a key' }).waitFor();

    await page.getByLabel('Show', { exact: true }).selectOption('Deleted a key');
    await rows.filter({ hasText: 'Signed in to the console' }).first().waitFor({ state: 'detached' });
    await rows.filter({ hasText: id }).waitFor();

    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.headers()['accept']} ${request.url()}`));
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), 'audit.csv');
    const file = `${service.service}/v1/org/${org}/audit?action=key.deleted`;
    const headers = { accept: 'text/csv', 'x-management-key': managementKey };
    const text = readFileSync(await download.path(), 'utf8');
    assert.equal(text, await (await fetch(file, { headers })).text());
    assert.ok(text.includes(`,key.deleted,key,`) && text.includes(id));
    assert.ok(!text.includes(key));
    // One request for the whole file, and no key in its address.
    assert.deepEqual(
      asked.filter((line) => line.includes('/v1/')),
      [`text/csv ${file}`],
    );
    await page.getByRole('status').filter({ hasText: 'The file is saved.' }).waitFor();
  });

  it('says that the file could not be made, and makes it when it can', async ({ service, page, profile }) => {
    await signIn(page, service.service);
    const button = page.getByRole('button', { name: 'Download CSV' });
    const isFile = (url: URL) => url.pathname.endsWith('/audit') && !url.searchParams.has('page_size');
    await page.route(isFile, (route) => route.fulfill({ status: 503 }));
    await button.click();
    await page.getByRole('status').filter({ hasText: 'The file could not be made. Try again.' }).waitFor();
    await page.unroute(isFile);
    const saved = page.waitForEvent('download');
    await button.click();
    assert.match(readFileSync(await (await saved).path(), 'utf8'), /^number,at,.*,console\.signed_in,/s);
    profile.complaints.splice(0);
  });

  it('keeps the focus where it was while a file is made, and earlier entries are read', async ({
    service,
    page,
  }) => {
    const client = createClient({ baseUrl: service.service, managementKey });
    for (let n = 0; n < 51; n++)
      await client.updateTeam(org, team, { privacy_url: `https://example.com/${n}` });
    await signIn(page, service.service);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      (url) => url.pathname.endsWith('/audit'),
      async (route) => {
        await held;
        await route.continue();
      },
    );
    const earlier = page.getByRole('button', { name: 'Show earlier' });
    await earlier.press('Enter');
    await page.waitForFunction(() => document.activeElement?.ariaDisabled === 'true');
    assert.equal(await page.evaluate(() => document.activeElement!.textContent.trim()), 'Show earlier');
    const download = page.getByRole('button', { name: 'Download CSV' });
    const saved = page.waitForEvent('download');
    await download.press('Enter');
    await page.getByRole('button', { name: 'One moment…' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement!.textContent.trim()), 'One moment…');
    answer();
    await saved;
    await page
      .getByRole('status')
      .filter({ hasText: /The file is saved|more entr(?:y|ies) shown/ })
      .waitFor();
    await page.getByRole('table', { name: 'Audit log' }).locator('tbody tr').nth(50).waitFor();
  });

  it('is not offered to a key of some teams', async ({ service, page }) => {
    const client = createClient({ baseUrl: service.service, managementKey });
    const { key } = await client.createManagementKey(org, { name: 'agency', kind: 'team', team_ids: [team] });
    await page.goto(`${service.service}/console/#/audit`);
    await page.getByLabel('Management key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
  });
});
