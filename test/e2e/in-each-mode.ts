// What tests of existing connections share: users made by calls, and the widget of their page opened by keys in each mode.
import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { UserProvider } from 'svc-link/contract';
import type { Mode } from '../../src/element/attributes.js';
import { remotes } from './all-modes.js';
import { modeIsLoaded } from './mode-is-loaded.js';
import { until } from './waiting.js';
import type { World } from './world.js';

/** Sends the service a request, as a team's server or with a link token. */
async function call(
  world: World,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(world.base + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': 'sk_sandbox_local', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response.json();
}

export async function connectionsOf(world: World, user_id: string): Promise<readonly UserProvider[]> {
  // The contract's tests check that the service's answers have their types.
  const { providers } = (await call(world, `/v2/user/providers/${user_id}`)) as { providers: UserProvider[] };
  return providers;
}

/** A new user with connections to these providers, which have passwords. Returns the user's id. */
export async function connectedUser(
  world: World,
  username: string,
  slugs: readonly string[],
  token: { readonly provider?: string; readonly multiple?: true } = {},
): Promise<string> {
  const { user_id, link_token } = await world.newToken(token);
  await call(world, '/v2/link/start', { link_token });
  const signIn = { username, password: 'good-one' };
  for (const slug of slugs)
    await call(world, `/v2/link/provider/password/${slug}`, signIn, { 'x-svc-link-token': link_token });
  return user_id;
}

export const breakConnection = (world: World, user_id: string, provider: string) =>
  call(world, '/sandbox/connection/break', { user_id, provider });

/** A token of the user for the team's own page. */
export const tokenFor = (world: World, user_id: string, more: object) =>
  world.ask('POST', '/v2/link/token', {
    user_id,
    app_name: 'Northwind Health',
    allowed_origins: [world.originOf('host')],
    ...more,
  });

/** Opens the team's page, and waits until its widget can be opened. */
export async function openHost(
  page: Page,
  world: World,
  attributes: Readonly<Record<string, string>>,
  more = '',
): Promise<void> {
  await page.goto(world.host({ attributes, more }));
  const isRemote = remotes.some((mode) => mode === attributes['mode']);
  if (isRemote) await until(() => page.evaluate(modeIsLoaded, 'remote' as const));
}

/** Opens the widget by keys. */
export async function pressOpen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect a device or app' }).focus();
  await page.keyboard.press('Enter');
}

/** Opens the widget of a page in a mode by keys. Returns where the widget is then, and the page that gets the keys. */
export async function openIn(
  mode: Mode,
  page: Page,
): Promise<{ readonly where: Page | FrameLocator; readonly keys: Page }> {
  if (mode === 'inline') return { where: page, keys: page };
  if (mode === 'window') {
    const [popup] = await Promise.all([page.waitForEvent('popup'), pressOpen(page)]);
    return { where: popup, keys: popup };
  }
  await pressOpen(page);
  return { where: mode === 'frame' ? page.frameLocator('svc-link iframe') : page, keys: page };
}

/** Presses Tab until `there` has the focus. */
export async function tabTo(there: Locator, keys: Page): Promise<void> {
  const isThere = () => there.evaluate((element) => element.matches(':focus'));
  for (let left = 40; left > 0 && !(await isThere()); left--) await keys.keyboard.press('Tab');
  assert.ok(await isThere(), String(there));
}
