// The titles of the console's pages, by which tabs, the history and screen readers tell them apart.
import assert from 'node:assert/strict';
import { createClient } from 'svc-link/client';
import { managementKey, team } from './session-way.js';
import { it } from './test.js';

it('name the page of each thing', async ({ service: { service }, page }) => {
  const client = createClient({ baseUrl: service, apiKey: 'sk_sandbox_local', managementKey });
  const urls = ['http://127.0.0.1:9/orders', 'http://127.0.0.1:9/people'];
  const webhooks = await Promise.all(urls.map((url) => client.createWebhook({ url })));
  const { user_id } = await client.createUser({ client_user_id: 'of the titles' });
  const { name } = await client.readTeam('00000000-0000-4000-8000-000000000001', team);
  const at = '2026-11-23T18:05:00.000Z';
  await page.goto(`${service}/console/`);
  await page.getByLabel('Management key').fill(managementKey);
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Teams' }).waitFor();
  const titles: (readonly [place: string, title: string])[] = [
    ['providers', 'Providers'],
    ['providers/quartz_scale', 'Quartz Scale · Providers'],
    // The service does not know this one, so it has no other name.
    ['providers/unknown_thing', 'unknown_thing · Providers'],
    ...webhooks.map(({ id, url }) => [`webhooks/${id}`, `${url} · Deliveries`] as const),
    ['webhooks', 'Webhooks'],
    [`users/${user_id}`, `${user_id} · User`],
    [`links/${at}`, `${at} · Link session`],
    ['links', 'Links'],
  ];
  for (const [place, title] of titles) {
    await page.evaluate((fragment) => (location.hash = fragment), `#/team/${team}/${place}`);
    await page.waitForFunction((text) => document.title === text, `${title} · ${name} · Console`);
  }
  for (const { id } of webhooks) await client.deleteWebhook(id);
  await client.deleteUser(user_id);
  assert.equal(new Set(titles.map(([, title]) => title)).size, titles.length);
});
