// The widget over the page, beside its trigger, in a frame and in a window, and the hosted page by itself.
import type { Page } from '@playwright/test';
import { connected } from './link-scenes.js';
import type { Opening, Props, Scene, Scenes, Token } from './stage.js';
import { shows } from './step-scenes.js';

const trigger = '<button slot="trigger" type="button">Add a device</button>';
const pressed = ({ page }: Props) => page.getByRole('button', { name: 'Add a device' }).click();

/** Opens the page and the widget on it. */
async function openIn(set: Props, mode: string, page: Opening = {}) {
  await set.open({ ...page, attributes: { mode, ...page.attributes }, inner: trigger });
  await pressed(set);
}

const inFrame = ({ page }: Props) => page.frameLocator('svc-link iframe').locator('svc-link');

export const modeScenes = {
  'trigger of its own': ({ open, ui }) =>
    open({ attributes: { mode: 'dialog' } }).then(() => shows(ui, 'action')),
  async dialog(set) {
    await openIn(set, 'dialog');
    await shows(set.ui, 'provider');
  },
  async 'dialog asks before it is left'(set) {
    await openIn(set, 'dialog', { attributes: { provider: 'quartz_scale' } });
    await set.ui.username.fill('mika@example.com');
    await set.page.keyboard.press('Escape');
    await shows(set.ui, 'notice');
  },
  async 'dialog asks before a reconnect is left'(set) {
    await openIn(set, 'dialog', {
      token: { user_id: await connected(set, true), reconnect: 'quartz_scale' },
    });
    await set.ui.password.fill('something');
    await set.page.keyboard.press('Escape');
    await shows(set.ui, 'notice');
  },
  async 'dialog asks while a window is open'(set) {
    await openIn(set, 'dialog', { attributes: { provider: 'aurora_ring' } });
    const panel = set.page.locator('svc-link').locator('[part=panel]');
    const popup = set.page.waitForEvent('popup');
    await panel.locator('[part~=action]').click();
    await (await popup).waitForLoadState();
    await set.page.bringToFront();
    await set.page.keyboard.press('Escape');
    await shows(set.ui, 'notice');
  },
  async popover(set) {
    await openIn(set, 'popover', { attributes: { provider: 'quartz_scale' } });
    await set.ui.username.waitFor();
  },
} satisfies Scenes;

/** Opens the hosted page by its own address. */
async function openHosted({ page, newToken }: Props, token: Token = {}) {
  const made = await newToken({ user_label: 'mika@example.com', ...token });
  await page.goto(made.link_web_url);
}
const steps = (page: Page) => page.locator('svc-link');
const screen = (page: Page, look: string) =>
  page.locator(`[data-look=${look}]:not([data-view]) h1:not(:empty)`).waitFor();

/** Signs in on the hosted page, whatever language it speaks. */
async function signInHosted({ page }: Props, username: string) {
  await page.locator('#username').fill(username);
  await page.locator('#password').fill('good-password');
  await page.locator('[part=submit]').click();
}

/** What stands in another document speaks its language from the start. */
const hosted = {
  async frame(set) {
    await openIn(set, 'frame');
    await inFrame(set).locator('[part=provider]').first().waitFor();
  },
  async 'frame sign-in'(set) {
    await openIn(set, 'frame', { token: { user_label: 'mika@example.com', provider: 'quartz_scale' } });
    await inFrame(set).locator('#username').fill('mika@example.com');
  },
  async 'frame problem'(set) {
    await openIn(set, 'frame', { token: { allowed_origins: undefined } });
    await shows(set.ui, 'problem');
  },
  async window(set) {
    await set.open({ attributes: { mode: 'window' }, inner: trigger });
    const [popup] = await Promise.all([set.page.waitForEvent('popup'), pressed(set)]);
    await popup.locator('[part=provider]').first().waitFor();
    await shows(set.ui, 'progress');
    await set.page.bringToFront();
  },
  async 'window blocked'(set) {
    await set.open({ attributes: { mode: 'window' }, inner: trigger, script: 'window.open = () => null;' });
    await pressed(set);
    await set.ui.link.locator('a[part=action]').waitFor();
  },
  async 'hosted picker'(set) {
    await openHosted(set);
    await steps(set.page).locator('[part=provider]').first().waitFor();
  },
  async 'hosted authorize'(set) {
    await openHosted(set, { provider: 'aurora_ring' });
    await steps(set.page).locator('[part=action]').waitFor();
  },
  async 'hosted done'(set) {
    await openHosted(set, { provider: 'quartz_scale' });
    await signInHosted(set, 'ok@example.com');
    await steps(set.page).locator('[part~=done]').waitFor();
  },
  async 'hosted end connected'(set) {
    await hosted['hosted done'](set);
    await steps(set.page).locator('[part=action]').click();
    await screen(set.page, 'done');
  },
  async 'hosted end cancelled'(set) {
    await openHosted(set, { provider: 'quartz_scale' });
    await steps(set.page).locator('#username').waitFor();
    await steps(set.page).locator('[part=close]').click();
    await screen(set.page, 'notice');
  },
  async 'hosted end disconnected'(set) {
    await openHosted(set, { user_id: await connected(set), manage: true });
    const part = (name: string) => steps(set.page).locator(`[part~=${name}]`);
    await part('provider-action').click();
    await part('action').click();
    await part('notice').waitFor();
    await part('close').click();
    await screen(set.page, 'done');
  },
  async 'hosted end left'(set) {
    await openHosted(set, { user_id: await connected(set), reconnect: 'quartz_scale' });
    await steps(set.page).locator('#password').waitFor();
    await steps(set.page).locator('[part=close]').click();
    await screen(set.page, 'idle');
  },
  async 'hosted end failed'(set) {
    await openHosted(set, { provider: 'quartz_scale' });
    await signInHosted(set, 'error-invalid_token@example.com');
    await steps(set.page).locator('[part=problem]').waitFor();
    await steps(set.page).locator('[part=close]').click();
    await screen(set.page, 'notice');
  },
  async 'hosted wrong link'({ page, address }) {
    await page.goto(`${address}/link/#link_token=lt_wrong`);
    await steps(page).locator('[part=problem]').waitFor();
  },
  async 'hosted without a link'({ page, address }) {
    await page.goto(`${address}/link/`);
    await screen(page, 'idle');
  },
  async 'window of OAuth left at the provider'(set) {
    const { lang } = set;
    await set.open({ attributes: { provider: 'aurora_ring', locale: lang } });
    const action = steps(set.page).locator(`[part=panel][lang=${lang}] [part=action]`);
    const [popup] = await Promise.all([set.page.waitForEvent('popup'), action.click()]);
    await popup.locator('button[value=allow]').waitFor();
    await popup.goBack();
    await screen(popup, 'notice');
    return popup;
  },
} satisfies Record<string, Scene['play']>;

export const hostedScenes: Scenes = Object.fromEntries(
  Object.entries(hosted).map(([name, play]) => [name, { play, again: true }]),
);
