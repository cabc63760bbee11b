// The console's bulk operations while one is running: the console reads them again each second.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createClient } from 'svc-link/client';
import { startService, type Service } from './servers.js';
import { managementKey } from './session-way.js';
import { describe, it, test } from './test.js';

let running: Service;

// A service of its own, whose team has done nothing in bulk.
test.beforeAll(async () => {
  running = await startService();
});
test.afterAll(() => running.stop());

const provider = 'aurora_ring';
/** An import for a person who is no user. */
const nobody = () => [
  {
    user_id: randomUUID(),
    access_token: 'good-one',
    refresh_token: '',
    provider_id: 'p1',
    expires_at: 0,
    oauth_scopes: [],
  },
];

describe('the bulk operations of a team', () => {
  it('show earlier ones though one goes on, whose end is told as well', async ({ page }) => {
    const client = createClient({ baseUrl: running.service, apiKey: 'sk_sandbox_local' });
    await client.setCustomCredentials(provider, { client_id: 'a', client_secret: 'b' });
    for (let made = 0; made < 22; made++) {
      await client.bulkImport({ provider, connections: nobody(), wait_for_completion: true });
    }
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const isMore = (url: string) => new URL(url).searchParams.get('page_size') === '40';
    let asked = 0;
    await page.route(
      (url) => url.pathname.endsWith('/bulk_op'),
      async (route) => {
        if (isMore(route.request().url())) {
          asked += 1;
          await held;
          return route.continue();
        }
        // The state before the last operation ended.
        const response = await route.fetch();
        const answer = (await response.json()) as { data: object[] };
        const [last, ...others] = answer.data;
        const data = [
          { ...last, status: 'in_progress', pending: 1, processed: 0, ended_at: null },
          ...others,
        ];
        return route.fulfill({ response, json: { ...answer, data } });
      },
    );
    await page.clock.install();
    await page.goto(`${running.service}/console/#/team/00000000-0000-4000-8000-000000000002/bulk`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    const rows = page.getByRole('table', { name: 'Bulk operations' }).locator('tbody tr');
    await page.getByText('Running').waitFor();
    const more = page.waitForRequest((request) => isMore(request.url()));
    await page.getByRole('button', { name: 'Show earlier' }).press('Enter');
    await more;

    await page.clock.runFor(5000);
    release();

    const told = `2 more operations shown. Import of ${provider}: 1 of 1 item done, 1 of them failed.`;
    await page.getByRole('status').filter({ hasText: told }).waitFor();
    assert.equal(await rows.count(), 22);
    assert.equal(asked, 1);
    // The button is gone, because there are no more rows to load.
    assert.ok(await rows.nth(20).evaluate((row) => row === document.activeElement));
  });
});
