// Takes screenshots of every view of the console with two weeks of made-up use: light and dark, at 320, 390 and 1280 px,
// in screenshots/console/.
//
//   npm run build:quick && node --import tsx test/e2e/screens/console.ts
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createClient } from 'svc-link/client';
import { launchChromium } from '../chromium.js';
import { goThrough, type LinkStep, viewsOf } from '../console-scene.js';
import { portOf, startService, type Service } from '../servers.js';
import { schemes, widths } from './shoot.js';

const folder = 'screenshots/console';
const managementKey = 'mk_sandbox_local';
const [org, team] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const day = 24 * 60 * 60;

/** What people do with their links: a provider, then user names with their passwords, and codes. */
const ways: readonly (readonly [provider: string, ...steps: LinkStep[]])[] = [
  ['quartz_scale', { username: 'ok@example.com', password: 'good-one' }],
  ['umbra_sleep', { username: 'ok@example.com', password: 'good-one' }],
  ['tundra_watch', { username: 'ok@example.com', password: 'wrong' }],
  ['quartz_scale', { username: 'sms@example.com', password: 'good-one' }, '123456'],
  ['atlas_cuff', { username: 'sms@example.com', password: 'good-one' }, '000000', '123456'],
  ['willow_diary', { username: 'error-provider_api_error@example.com', password: 'good-one' }],
  ['quartz_scale', { username: 'pull-fail@example.com', password: 'good-one' }],
  [
    'zephyr_bed',
    { username: 'ok@example.com', password: 'wrong' },
    { username: 'ok@example.com', password: 'good-one' },
  ],
  ['quartz_scale'], // opened, and left
];

/** Makes teams, keys, two weeks of links, a webhook that accepts every third request, and bulk operations. */
async function use(running: Service, receiver: string) {
  const client = createClient({ baseUrl: running.service, apiKey: 'sk_sandbox_local', managementKey });
  for (const name of ['Northwind Clinic', 'Harbor Sleep Lab', 'Juniper Run Club', 'Kestrel Cardiology'])
    await client.createTeam(org, { name, region: name.length % 2 ? 'eu' : 'us' });
  for (const name of ['production', 'staging']) await client.createApiKey(org, team, { name });
  await client.createManagementKey(org, { name: 'agency', kind: 'team', team_ids: [team] });
  const webhook = await client.createWebhook({ url: receiver, events: ['provider.connection.'] });
  const link = async ([provider, ...steps]: (typeof ways)[number]) =>
    goThrough(running.service, (await running.newToken()).link_token, provider, steps);
  for (let date = 0; date < 14; date += 1) {
    for (let index = 0; index < 4 + ((date * 5) % 7); index += 1)
      await link(ways[(date * 3 + index) % ways.length]);
    if (date < 13) await running.advanceClock(day);
  }
  const provider = 'aurora_ring';
  await client.setCustomCredentials(provider, { client_id: 'northwind', client_secret: 'of-the-provider' });
  const users: string[] = [];
  for await (const { user_id } of client.users()) users.push(user_id);
  const connections = users.map((user_id, index) => ({
    user_id,
    access_token: index % 9 === 0 ? 'of another' : `good-${index}`,
    refresh_token: '',
    provider_id: `account-${index}`,
    expires_at: 0,
    oauth_scopes: [],
  }));
  await client.waitForBulkOperation((await client.bulkImport({ provider, connections })).operation_id);
  await client.waitForBulkOperation((await client.bulkPause({ provider, user_ids: users })).operation_id);
  const { data } = await client.listBrokenConnections(org, team, { provider: 'quartz_scale' });
  return { webhookId: webhook.id, userId: data[0].user_id };
}

let hits = 0;
const receiver = createServer((request, response) => {
  request.resume();
  response.writeHead((hits += 1) % 3 ? 500 : 204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const [running, browser] = await Promise.all([startService(), launchChromium()]);
try {
  const { webhookId, userId } = await use(running, `http://127.0.0.1:${portOf(receiver)}/webhooks`);
  const views = viewsOf(team, webhookId);
  for (const width of widths)
    for (const colorScheme of schemes) {
      const viewport = { width, height: 800 };
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      const shoot = (name: string) =>
        page.screenshot({
          path: `${folder}/${name.toLowerCase().replaceAll(' ', '-')}.${colorScheme}.${width}.png`,
          fullPage: true,
        });
      await page.goto(`${running.service}/console/`);
      await page.getByLabel('Management key').waitFor();
      await shoot('Sign in');
      await page.getByLabel('Management key').fill(managementKey);
      await page.keyboard.press('Enter');
      await page.getByRole('navigation').waitFor();
      for (const [name, fragment] of Object.entries(views)) {
        await page.evaluate((hash) => (location.hash = hash), fragment);
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
        await page.locator('main table').first().waitFor({ state: 'attached' });
        // The chart library has loaded, and has drawn the charts.
        await page.waitForFunction(() =>
          [...document.querySelectorAll('canvas')].every((canvas) => canvas.toDataURL().length > 4000),
        );
        await shoot(name);
      }
      await page.evaluate((hash) => (location.hash = hash), `#/team/${team}/users/${userId}`);
      await page.getByRole('heading', { level: 2, name: 'Quartz Scale' }).waitFor();
      await shoot('User');
      await page.close();
    }
  console.log(folder);
} finally {
  await browser.close();
  await running.stop();
  receiver.close();
  receiver.closeAllConnections();
}
