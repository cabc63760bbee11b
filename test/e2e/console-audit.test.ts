// The console's page of the audit log, in Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createClient } from 'svc-link/client';
import { afterEach, describe, it } from './test.js';

const managementKey = 'mk_sandbox_local';
const [org, team] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

describe('the audit log in the console', () => {
  afterEach(({ profile }) => assert.deepEqual(profile.complaints, []));

  it('says who did what, and saves it as a file', async ({ service, page }) => {
    const client = createClient({ baseUrl: service.service, managementKey });
    const { id, key } = await client.createApiKey(org, team, { name: 'for a day' });
    await client.deleteApiKey(org, team, id);

    await page.goto(`${service.service}/console/`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    await rows.filter({ hasText: 'Signed in to the console' }).first().waitFor();

    await page.getByLabel('Show', { exact: true }).selectOption('Deleted a key');
    await rows.filter({ hasText: 'Signed in to the console' }).first().waitFor({ state: 'detached' });
    await rows.filter({ hasText: id }).waitFor();

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    assert.match(text, /^number,at,action,actor,key_id,team_id,subject,detail,request_id\r\n/);
    assert.ok(text.includes(`key.deleted,key,`) && text.includes(id));
    assert.ok(!text.includes(key));
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
