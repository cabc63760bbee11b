// A person on call finds a broken provider in the console, and the people whose connections broke.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createClient } from 'svc-link/client';
import { axeFaults } from './accessibility/axe.js';
import { goThrough } from './console-scene.js';
import { describe, it } from './test.js';

const managementKey = 'mk_sandbox_local';
const org = '00000000-0000-4000-8000-000000000001';

describe('the providers of a team', () => {
  it('lead to the users whose connections broke and say what heals them, by keyboard alone', async ({
    service,
    page,
  }) => {
    const client = createClient({ baseUrl: service.service, managementKey });
    const { id: team } = await client.createTeam(org, { name: 'On call', region: 'eu' });
    const { key: apiKey } = await client.createApiKey(org, team, { name: 'of the test' });
    const maker = createClient({ baseUrl: service.service, apiKey });
    const link = async (provider: string, name: string) => {
      const { user_id } = await maker.createUser({ client_user_id: randomUUID() });
      const { link_token } = await maker.createLinkToken({ user_id });
      const username = `${name}@example.com`;
      await goThrough(service.service, link_token, provider, [{ username, password: 'good-one' }]);
    };
    for (const name of ['ok', 'pull-fail']) await link('quartz_scale', name);
    for (let people = 0; people < 3; people++) await link('umbra_sleep', 'error-provider_api_error');
    // Work that is due is done once the clock has answered.
    await service.advanceClock(0);
    const { data } = await client.listBrokenConnections(org, team, { provider: 'quartz_scale' });
    const userId = data[0]?.user_id ?? assert.fail();

    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const press = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    const rowsOf = async (name: string) => {
      const rows = page.getByRole('table', { name, exact: true }).getByRole('row');
      await rows.nth(1).waitFor();
      const cells = (await rows.all()).slice(1).map((row) => row.getByRole('cell').allInnerTexts());
      return Promise.all(cells);
    };
    const look = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await axeFaults(page), []);
      }
      const isWide = () => document.documentElement.scrollWidth > window.innerWidth;
      assert.equal(await page.evaluate(isWide), false);
    };

    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${service.service}/console/#/team/${team}/providers`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await heading('Providers');
    assert.deepEqual(await rowsOf('Providers'), [
      ['Umbra Sleep', 'Sign-ins fail', '0', '0', '–', '–'],
      ['Quartz Scale', '1 broken', '1', '0', '–', '–'],
    ]);
    await look();

    await press('Umbra Sleep');
    await heading('Umbra Sleep');
    await page.getByText('None of the last people who signed in here had an answer.').waitFor();
    await look();
    await page.goBack();
    await heading('Providers');

    await press('Quartz Scale');
    await heading('Quartz Scale');
    const [[why, , times] = []] = await rowsOf('Why connections are broken');
    assert.match(
      why ?? '',
      /^The provider refuses the data for good\s+Linking again replaces the connection/,
    );
    assert.equal(times, '1');
    const [[user, reason, , state] = []] = await rowsOf('Broken connections');
    assert.deepEqual([user, reason, state], [userId, 'The provider refuses the data for good', 'Broken']);
    await look();

    await press(userId);
    await heading('User');
    const connection = page.locator('.connection', { hasText: 'Quartz Scale' });
    await connection.getByText('Linking again replaces the connection').first().waitFor();
    await connection.getByText('provider_data_refused').waitFor();
    assert.equal(await page.locator('nav [aria-current]').innerText(), 'Providers');
    await look();

    const again = page.getByRole('button', { name: 'Read again' });
    await again.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: /^\s*Read again at \d\d:\d\d:\d\d\.\s*$/ })
      .waitFor();
    await page.getByText(/^\s*Read at \d\d:\d\d:\d\d/).waitFor();
    await press('All providers');
    await heading('Providers');
    await again.waitFor();
    await press('Connections');
    await heading('Connections');
    await again.waitFor();

    // What was set meanwhile is shown as soon as the page is shown again, and by its button.
    await press('Overview');
    await heading('Overview');
    await page.getByText('On call', { exact: true }).last().waitFor();
    await client.updateTeam(org, team, { name: 'On duty' });
    await again.press('Enter');
    await page.locator('main').getByText('On duty', { exact: true }).waitFor();
    await look();
    await press('Providers');
    await heading('Providers');
    await client.updateTeam(org, team, { name: 'At rest' });
    await press('Overview');
    await page.locator('main').getByText('At rest', { exact: true }).waitFor();
    await press('Providers');
    await heading('Providers');
    await page.getByLabel('Find a user by ID').fill(userId);
    await page.keyboard.press('Enter');
    await heading('User');
  });
});
