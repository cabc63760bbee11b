// How to get to each problem: by a user name that the fictional providers know, or by what breaks on the way.
import type { Route } from '@playwright/test';
import { linkErrorTypes } from 'svc-link/contract';
import type { Props, Scene, Scenes } from './stage.js';
import { goOffline, shows, signIn, signInForm } from './step-scenes.js';

/** Those shown at the form, and one that only a link which renews a connection leads to. */
const elsewhere = ['provider_credential_error', 'incorrect_mfa_code', 'account_mismatch'];

const byName = (code: string, username: string): [string, Scene['play']] => [
  `problem ${code}`,
  async (set) => {
    await signIn(set, `${username}@example.com`);
    // The token is started again once, in silence.
    if (code === 'token_not_validated') {
      await set.ui.sees(/^Connect /);
      await set.ui.signIn(`${username}@example.com`);
    }
    await shows(set.ui, 'problem');
  },
];

const answers = (set: Props, path: string, answer: (route: Route) => Promise<void>) =>
  set.page.route(`**${path}`, answer);

export const problemScenes = {
  ...Object.fromEntries([
    ...linkErrorTypes
      .filter((code) => !elsewhere.includes(code))
      .map((code) => byName(code, `error-${code}`)),
    byName('unknown', 'error-lunar_phase'),
    byName('rate_limited', 'status-429'),
    byName('service_error', 'status-502'),
    byName('bad_response', 'garbage'),
    byName('not_found', 'status-404'),
  ]),
  async 'problem offline'(set) {
    await signInForm(set);
    await goOffline(set);
    await set.ui.signIn('ok@example.com');
    await shows(set.ui, 'problem');
  },
  async 'problem network_failed'(set) {
    await answers(set, '/v2/link/start', (route) => route.abort());
    await set.open();
    await shows(set.ui, 'problem');
  },
  async 'problem provider_credential_error after OAuth'(set) {
    await set.open();
    await set.ui.choose('Aurora Ring');
    const popup = await set.ui.openWindow(/^Continue/);
    await popup.locator('select').selectOption('provider_credential_error');
    await Promise.all([popup.waitForEvent('close'), popup.locator('button[value=fail]').click()]);
    await shows(set.ui, 'problem');
  },
  async 'problem origin_not_allowed'(set) {
    await set.open({ token: { allowed_origins: ['https://elsewhere.example'] } });
    await shows(set.ui, 'problem');
  },
  async 'problem invalid link'(set) {
    await set.open({ attributes: { 'link-token': 'lt_wrong' } });
    await shows(set.ui, 'problem');
  },
  async 'problem not_configured'(set) {
    await set.open({ attributes: { 'base-url': 'nowhere:' } });
    await shows(set.ui, 'problem');
  },
  async 'problem steps not loaded'(set) {
    await answers(set, '/cdn/later-*.js*', (route) => route.abort());
    await set.open();
    await set.ui.choose('Quartz Scale');
    await set.ui.sees(/couldn’t load/);
  },
} satisfies Scenes;
