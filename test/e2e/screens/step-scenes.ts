// How to get to each step. Each scene gets what stage.ts prepares.
import { tokenSeconds } from '../waiting.js';
import type { Widget } from '../widget.js';
import type { Opening, Props, Scenes } from './stage.js';

/** The form of a provider with a password. */
export async function signInForm(
  { ui, open }: Pick<Props, 'ui' | 'open'>,
  { provider = 'Quartz Scale', ...page }: Opening & { readonly provider?: string } = {},
) {
  await open(page);
  await ui.choose(provider);
  await ui.username.waitFor();
}

export async function signIn(set: Props, username: string, page?: Opening) {
  await signInForm(set, page);
  await set.ui.signIn(username);
}

export const shows = (ui: Widget, part: string) => ui.link.locator(`[part~=${part}]`).first().waitFor();

/** Loads the other language first, because the page cannot load it without the network. */
export async function goOffline({ page, context, address }: Props) {
  await page.evaluate((locales) => import(`${locales}/ar.js`), `${address}/cdn/locales`);
  await context.setOffline(true);
}

/** Replaces the service's answer. */
const answers = ({ page }: Props, path: string, json: unknown) =>
  page.route(path, async (route) => route.fulfill({ response: await route.fetch(), json }));

/** Sets the clock to a minute before the token's end, by the sandbox's clock, which other tests may have moved. */
const soonOver = async ({ page, ask }: Props) =>
  page.clock.setSystemTime(Date.parse((await ask('GET', '/sandbox/clock')).now) + (tokenSeconds - 62) * 1000);

/** Makes these providers look as if they failed for recent users, because the service takes a while to notice that itself. */
const failing = ({ page }: Props, ...slugs: readonly string[]) =>
  page.route('**/v2/link/start', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const each of json.providers) each.degraded = slugs.includes(each.slug);
    await route.fulfill({ response, json });
  });

const help = {
  quartz_scale: {
    instructions: 'Use the email of the app on your phone, not the number on the back of the scale.',
    usernameLabel: 'Scale account',
    passwordLabel: 'Scale password',
    forgotUrl: 'https://example.com/forgot',
    regions: { eu: 'Europe and Africa', us: 'The Americas' },
  },
};

export const stepScenes = {
  async loading({ ui, open, page }) {
    await page.route('**/v2/link/start', () => {});
    await open();
    await shows(ui, 'progress');
  },
  async picker({ ui, open }) {
    await open();
    await ui.button(/^Aurora Ring/).waitFor();
  },
  async 'picker with a connection'(set) {
    const { user_id } = await set.open({ attributes: { provider: 'quartz_scale' } });
    await set.ui.signIn('ok@example.com');
    await shows(set.ui, 'done');
    await set.open({ token: { user_id }, attributes: { providers: 'aurora_ring quartz_scale xenon_pump' } });
    await shows(set.ui, 'provider-badge');
  },
  async 'picker with failing providers'(set) {
    await failing(set, 'aurora_ring', 'quartz_scale');
    await set.open();
    await shows(set.ui, 'provider-badge');
  },
  async 'picker nothing found'({ ui, open }) {
    await open();
    await ui.link.getByLabel('Search').fill('toaster');
    await shows(ui, 'empty');
  },
  async 'picker empty'({ ui, open }) {
    await open({ attributes: { providers: 'nothing' } });
    await shows(ui, 'empty');
  },
  async 'sign-in'(set) {
    await signInForm(set);
    await set.ui.username.fill('mika.lindqvist@example.com');
  },
  async 'sign-in at a failing provider'(set) {
    await failing(set, 'quartz_scale');
    await signInForm(set);
  },
  async 'authorize at a failing provider'(set) {
    await failing(set, 'aurora_ring');
    await set.open();
    await set.ui.choose('Aurora Ring');
    await shows(set.ui, 'notice');
  },
  'sign-in with region': (set) => signInForm(set, { provider: 'Xenon Pump' }),
  'sign-in with help': (set) =>
    signInForm(
      { ...set, ui: { ...set.ui, username: set.ui.link.getByLabel('Scale account') } },
      { script: `link.help = ${JSON.stringify(help)};` },
    ),
  async 'sign-in left empty'(set) {
    await signInForm(set, { provider: 'Xenon Pump' });
    await set.ui.button(/^Connect /).click();
    await shows(set.ui, 'field-error');
  },
  async 'sign-in wrong password'(set) {
    await signInForm(set);
    await set.ui.signIn('ok@example.com', 'wrong');
    await shows(set.ui, 'field-error');
  },
  async 'sign-in wrong region'(set) {
    await signInForm(set, { provider: 'Xenon Pump' });
    await set.ui.link.getByLabel('Region').selectOption('us');
    await set.ui.signIn('ok@example.com');
    await shows(set.ui, 'field-error');
  },
  async 'sign-in after a code that has ended'(set) {
    await signIn(set, 'sms@example.com');
    await answers(set, '**/complete_mfa', { state: 'error', error_type: 'provider_credential_error' });
    await set.ui.answerCode('123456');
    await shows(set.ui, 'notice');
  },
  async 'sign-in after a lost answer'(set) {
    await signIn(set, 'status-502@example.com');
    await set.ui.button('Try again').click();
    await shows(set.ui, 'notice');
  },
  async 'sign-in expiring'(set) {
    await soonOver(set);
    await signInForm(set, { script: 'link.tokenProvider = async () => link.linkToken;' });
    await shows(set.ui, 'notice');
  },
  async 'sign-in without more time'(set) {
    await stepScenes['sign-in expiring'](set);
    await set.ui.button('Get more time').click();
    await set.ui.shows('We couldn’t get more time.');
  },
  async 'sign-in offline'(set) {
    await signInForm(set);
    await goOffline(set);
    await shows(set.ui, 'notice');
  },
  async authorize({ ui, open }) {
    await open();
    await ui.choose('Aurora Ring');
    await ui.button(/^Continue/).waitFor();
  },
  async 'authorize window open'(set) {
    await stepScenes.authorize(set);
    const popup = await set.ui.openWindow(/^Continue/);
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await set.page.bringToFront();
  },
  async 'authorize window blocked'(set) {
    await stepScenes.authorize(set);
    await set.page.evaluate(() => (window.open = () => null));
    await set.ui.button(/^Continue/).click();
    await set.ui.sees(/didn’t open/);
  },
  async connecting(set) {
    await signIn(set, 'hang@example.com');
    await set.ui.sees(/^Connecting/);
  },
  async challenge(set) {
    await signIn(set, 'sms@example.com');
    await set.ui.code.waitFor();
  },
  async 'challenge wrong code'(set) {
    await stepScenes.challenge(set);
    await set.ui.answerCode('000000');
    await shows(set.ui, 'field-error');
  },
  async 'challenge code sent again'(set) {
    await set.page.clock.install();
    await stepScenes.challenge(set);
    // Until then no new code can be asked for.
    await set.page.clock.runFor(30_000);
    await set.ui.button('Send a new code').click();
    await set.ui.link.locator('p', { hasText: 'sent you a new code' }).waitFor();
  },
  async 'challenge second code'(set) {
    await signIn(set, 'twice@example.com');
    await set.ui.answerCode('123456');
    await set.ui.sees('One more code');
  },
  async 'challenge by an app'(set) {
    const provider_mfa = { method: 'totp' };
    await answers(set, '**/provider/password/*', { state: 'pending_provider_mfa', provider_mfa });
    await signIn(set, 'ok@example.com');
    await set.ui.code.waitFor();
  },
  async 'challenge by another way'(set) {
    await signIn(set, 'carrier-pigeon@example.com');
    await set.ui.code.waitFor();
  },
  async done(set) {
    await signIn(set, 'ok@example.com');
    await shows(set.ui, 'done');
  },
  async 'done with another'(set) {
    await signIn(set, 'ok@example.com', {
      attributes: { 'with-another': '' },
      script: 'link.tokenProvider = async () => link.linkToken;',
    });
    await shows(set.ui, 'done');
  },
  async 'done without a token for another'(set) {
    await signIn(set, 'ok@example.com', {
      attributes: { 'with-another': '' },
      script: 'link.tokenProvider = async () => { throw new TypeError("no answer"); };',
    });
    await set.ui.button('Connect another').click();
    await set.ui.link.getByRole('alert').waitFor();
  },
} satisfies Scenes;
