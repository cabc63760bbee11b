// What a link can be for, besides one new connection: renewing one, ending one, several, and keeping to what was chosen.
import type { Props, Scenes } from './stage.js';
import { shows, signIn, signInForm } from './step-scenes.js';

const provider = 'quartz_scale';
const username = 'ok@known.example';

/** Connects a provider by calls, as if the person had been here before. */
export async function connected({ newToken, address, ask }: Props, isBroken = false) {
  const { user_id, link_token } = await newToken({ provider });
  const headers = { 'content-type': 'application/json', 'x-svc-link-token': link_token };
  const post = (path: string, body: unknown) =>
    fetch(`${address}/v2/link/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('start', { link_token });
  await post(`provider/password/${provider}`, { username, password: 'good-one' });
  if (isBroken) await ask('POST', '/sandbox/connection/break', { user_id, provider });
  return user_id;
}

const manage = async (set: Props) =>
  set.open({
    token: { user_id: await connected(set, true), manage: true },
    attributes: { providers: `aurora_ring ${provider} xenon_pump` },
  });

/** Signs in whatever language the form speaks, and whatever its button says. */
async function signInAnywhere({ page }: Props, name = 'ok@example.com') {
  await page.locator('#username').fill(name);
  await page.locator('#password').fill('good-password');
  await page.locator('[part=submit]').click();
}

export const linkScenes = {
  async reconnect(set) {
    const user_id = await connected(set, true);
    await set.open({ token: { user_id, reconnect: provider } });
    await set.ui.sees(/^Sign in to Quartz Scale again/);
  },
  async 'reconnect done'(set) {
    await linkScenes.reconnect(set);
    await signInAnywhere(set, username);
    await shows(set.ui, 'done');
  },
  async 'problem account_mismatch'(set) {
    await linkScenes.reconnect(set);
    await signInAnywhere(set);
    await shows(set.ui, 'problem');
  },
  async 'picker to manage'(set) {
    await manage(set);
    await shows(set.ui, 'provider-action');
  },
  async 'disconnect question'(set) {
    await manage(set);
    await set.ui.button('Disconnect Quartz Scale').click();
    await set.ui.sees(/^Disconnect Quartz Scale/);
  },
  async disconnected(set) {
    await linkScenes['disconnect question'](set);
    await set.ui.button('Disconnect Quartz Scale').click();
    await shows(set.ui, 'notice');
  },
  async 'choosing what to share'(set) {
    await signInForm(set, { provider: 'Solstice Ring' });
    await set.ui.link.getByText('Choose what to share').click();
    await set.ui.link.getByRole('checkbox').last().click();
  },
  receipt: {
    again: true,
    async play(set) {
      const { lang, page } = set;
      await set.open({ attributes: { provider: 'solstice_ring', locale: lang } });
      await signInAnywhere(set);
      await page.locator('[part~=done]').waitFor();
      const save = page.locator('[part~=done] [part=secondary-action]').last();
      const [receipt] = await Promise.all([page.waitForEvent('popup'), save.click()]);
      await receipt.locator('main h1').waitFor();
      return receipt;
    },
  },
  'several after the first': (set) =>
    signIn(set, 'ok@example.com', { token: { multiple: true } }).then(() => shows(set.ui, 'done')),
  async 'several the next'(set) {
    await set.open({
      token: { multiple: true },
      attributes: { providers: `aurora_ring ${provider} xenon_pump` },
    });
    await set.ui.button(/^Quartz Scale/).click();
    await set.ui.signIn('ok@example.com');
    await set.ui.button('Connect another').click();
    await shows(set.ui, 'provider-badge');
  },
} satisfies Scenes;
