// Quartz Scale's forms on a team's page: its sign-in and its code.
import assert from 'node:assert/strict';
import type { LinkTokenRequest } from 'svc-link/contract';
import type { At } from '../each-engine.js';
import { until } from '../waiting.js';
import type { Asked, HostOptions, World } from '../world.js';

export const username = '[part~=username-input]';
export const password = '[part~=password-input]';
export const code = '[part~=code-input]';
export const submit = '[part=submit]';
export const signIn = 'Connect Quartz Scale';
export const challenge = 'Enter your code';
export const connected = 'Quartz Scale is connected';

export const linking = /^POST \/v2\/link\/provider\/password\/quartz_scale$/;
export const answering = /^POST .*\/complete_mfa$/;

export const bodyOf = ({ body }: Asked) => JSON.parse(body) as { mfa_code?: string };

interface Opening extends HostOptions {
  token?: Partial<LinkTokenRequest>;
}

/** `world` returns the current test's world. */
export function quartzScaleOn(at: At, world: () => World) {
  /** The requests of browsers to the service. */
  const asked = (pattern: RegExp) =>
    world()
      .requests()
      .filter(({ method, url }) => pattern.test(`${method} ${url}`));
  /** Opens a team's page at the sign-in of Quartz Scale. */
  async function toSignIn({ token, ...host }: Opening = {}) {
    const made = await world().newToken({ provider: 'quartz_scale', app_name: 'Acme', ...token });
    await at.page.goto(world().host({ ...host, attributes: { 'link-token': made.link_token } }));
    await at.page.sees(signIn);
    return made;
  }
  /** Types a name and a password, and sends them. */
  async function send(name: string, secret = 'good-password') {
    await at.page.fill(username, `${name}@example.com`);
    await at.page.fill(password, secret);
    await at.page.press('Enter');
  }
  async function toChallenge(options: Opening = {}) {
    const made = await toSignIn(options);
    await send('sms');
    await at.page.sees(challenge);
    return made;
  }
  const valueOf = (selector: string) => at.page.of(selector, ({ value }) => value);
  /** Waits until the field has the focus. */
  const isFocused = (selector: string) =>
    until(
      // The widget's fields are in a shadow root.
      () => at.page.of(selector, (field) => field === (field.getRootNode() as ShadowRoot).activeElement),
      selector,
    );
  const answer = async (text: string) => {
    await at.page.fill(code, text);
    await at.page.press('Enter');
  };
  const assertConnected = async () => {
    await at.page.sees(connected);
    assert.deepEqual(await at.page.evaluate(() => window.complaints), []);
  };
  return { asked, toSignIn, send, toChallenge, valueOf, isFocused, answer, assertConnected };
}
