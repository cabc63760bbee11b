// The names of teams in the console's keys and audit log: only those that the rows need are read.
import assert from 'node:assert/strict';
import { createClient, type Client } from 'svc-link/client';
import { managementKey, org } from './session-way.js';
import { beforeEach, describe, it } from './test.js';
import { until } from './waiting.js';

const list = `/v1/org/${org}/team`;

let client: Client;
/** Which teams, and how often their list, the page has read. */
let asked: string[];

beforeEach(async ({ service: { service }, page }) => {
  client = createClient({ baseUrl: service, managementKey });
  asked = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === list || pathname.startsWith(`${list}/`)) asked.push(pathname.slice(list.length + 1));
  });
  await page.goto(`${service}/console/#/bulk`);
  await page.getByLabel('Management key').fill(managementKey);
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Teams' }).waitFor();
  asked = [];
});

const make = async (name: string) => (await client.createTeam(org, { name, region: 'eu' })).id;

describe('the names of teams', () => {
  it('are read for the keys that are shown, the list only to choose from', async ({ page }) => {
    const names = ['North', 'East', 'South', 'West', 'Centre', 'Coast', 'Islands'];
    const ids: string[] = [];
    for (const name of names) ids.push(await make(name));
    const other = await make('Of no key');
    const key = { kind: 'team', team_ids: ids.slice(0, 2) } as const;
    const made = [
      await client.createManagementKey(org, { ...key, name: 'of two' }),
      await client.createManagementKey(org, { ...key, name: 'of the same' }),
      await client.createManagementKey(org, { ...key, name: 'of seven', team_ids: ids }),
    ];
    const reach = (name: string) =>
      page.getByRole('row', { name: new RegExp(`^${name}`) }).locator('[data-head="Reaches"]');

    await page.getByRole('link', { name: 'Management keys' }).click();
    for (const name of ['North', 'East'])
      for (const row of ['of two', 'of the same']) await reach(row).getByText(name).waitFor();
    const shown = async () => {
      const text = await reach('of seven').innerText();
      return names.filter((name) => text.includes(name)).length;
    };
    await until(async () => (await shown()) === 5, 'the first names');
    const timesRead = () => ids.map((id) => asked.filter((each) => each === id).length);
    assert.ok(timesRead().every((times) => times <= 1) && timesRead().includes(0), String(timesRead()));
    assert.ok(!asked.includes('') && !asked.includes(other));
    await reach('of seven').getByText('2 more').click();
    await until(async () => (await shown()) === 7, 'all names');
    assert.deepEqual(
      timesRead(),
      ids.map(() => 1),
    );

    await page.getByLabel('Reaches').selectOption('team');
    await page.getByLabel('Team', { exact: true }).selectOption('Of no key');
    assert.ok(asked.includes(''));
    for (const { id } of made) await client.deleteManagementKey(org, id);
    for (const id of [...ids, other]) await client.deleteTeam(org, id);
  });

  it('are read for the entries that are shown, once each', async ({ page }) => {
    const [first, second, gone] = [
      await make('First of all'),
      await make('Second of all'),
      await make('Gone'),
    ];
    for (let n = 0; n < 50; n++)
      await client.updateTeam(org, first, { privacy_url: `https://example.com/${n}` });
    await client.updateTeam(org, second, { name: 'Second and last' });
    await client.deleteTeam(org, gone);

    await page.getByRole('link', { name: 'Audit log' }).click();
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    await rows.filter({ hasText: 'First of all' }).nth(40).waitFor();
    await rows.filter({ hasText: 'Second and last' }).first().waitFor();
    // A deleted team has no name any more.
    await rows.filter({ hasText: 'Deleted a team' }).filter({ hasText: gone }).first().waitFor();
    assert.ok(!asked.includes(''));
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await rows.filter({ hasText: 'Made a team' }).filter({ hasText: 'Second and last' }).waitFor();
    const timesRead = [first, second, gone].map((id) => asked.filter((each) => each === id).length);
    assert.deepEqual(timesRead, [1, 1, 0]);
    for (const id of [first, second]) await client.deleteTeam(org, id);
  });
});
