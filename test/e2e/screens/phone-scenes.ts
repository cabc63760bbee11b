// A link that continues on a phone: what the computer shows, in each mode of the widget, and what the phone asks.
import type { Props, Scenes, Token } from './stage.js';
import { shows, signInForm } from './step-scenes.js';

const trigger = '<button slot="trigger" type="button">Add a device</button>';
const offer = 'Continue on your phone';
const at = { attributes: { provider: 'quartz_scale' } };

/** The window is narrow but the screen is wide, so this device does not count as a phone. */
const onComputer = ({ page }: Props) =>
  page.addInitScript(() => Object.defineProperty(window.screen, 'width', { value: 1280 }));
const address = ({ ui }: Props) => ui.link.locator('#handoff-address');

/** Asks for a QR code below the form. */
async function ask(set: Props) {
  await set.ui.button(offer).click();
  await address(set).waitFor();
}
async function openIn(set: Props, mode: string) {
  await onComputer(set);
  await set.open({ attributes: { ...at.attributes, mode }, inner: trigger });
  await set.page.getByRole('button', { name: 'Add a device' }).click();
  await set.ui.username.waitFor();
  await ask(set);
}

/** A phone that has opened the address of a link. */
async function onPhone({ newToken, address: service, page }: Props, token: Token = {}) {
  const { link_token } = await newToken({
    provider: 'quartz_scale',
    user_label: 'mika.lindqvist@example.com',
    ...token,
  });
  const headers = { 'x-svc-link-token': link_token };
  await fetch(`${service}/v2/link/start`, { method: 'POST', body: JSON.stringify({ link_token }) });
  const made = await fetch(`${service}/v2/link/handoff`, { method: 'POST', headers, body: '{}' });
  await page.goto((await made.json()).handoff_url);
  await page.locator('.asked .warning').waitFor();
}

export const phoneScenes = {
  async handoff(set) {
    await onComputer(set);
    await signInForm(set);
    await ask(set);
  },
  'handoff in a dialog': (set) => openIn(set, 'dialog'),
  'handoff in a popover': (set) => openIn(set, 'popover'),
  async 'handoff number'(set) {
    await onComputer(set);
    await signInForm(set, { token: { confirm: 'host' } });
    await ask(set);
    const phone = await set.context.newPage();
    await phone.goto(await address(set).inputValue());
    await phone.locator('output').waitFor();
    await set.page.bringToFront();
    await shows(set.ui, 'form');
  },
  async 'handoff number wrong'(set) {
    await phoneScenes['handoff number'](set);
    await set.ui.link.locator('#handoff-number').fill('000000');
    await set.ui.link.locator('[part=submit]').click();
    await shows(set.ui, 'field-error');
  },
  'phone question': { again: true, play: (set) => onPhone(set) },
  'phone answered': {
    again: true,
    async play(set) {
      await onPhone(set);
      // The request gets no answer.
      await set.page.route('**/handoff/answer', () => {});
      await set.page.locator('.asked button').first().click();
      await set.page.locator('.asked [role=status]:not(:empty)').waitFor();
    },
  },
  'phone number': { again: true, play: (set) => onPhone(set, { confirm: 'host' }) },
} satisfies Scenes;
