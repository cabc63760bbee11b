// The widget as a person meets it: by roles, names and text.
import assert from 'node:assert/strict';
import { unlessGone } from './engines.mjs';

const goodPassword = 'good-password';

export function widgetOn(page) {
  const link = page.locator('svc-link');
  const button = (name) => link.getByRole('button', { name });
  /** What ends a run takes its window or frame along, maybe before the click is answered. */
  const press = (name) => button(name).click().catch(unlessGone);
  return {
    link,
    button,
    press,
    heading: (name) => link.getByRole('heading', { name }),
    username: link.getByLabel('Email', { exact: true }),
    password: link.getByLabel('Password', { exact: true }),
    code: link.getByLabel('Code', { exact: true }),
    /** Waits until the step with this heading is there. */
    async sees(name) {
      await link.getByRole('heading', { name }).waitFor();
    },
    /** Finds a provider in the picker, as a person does in a long list. */
    async choose(name) {
      await link.getByLabel('Search').fill(name);
      await button(new RegExp(`^${name}`)).click();
    },
    async signIn(username, password = goodPassword) {
      await this.username.fill(username);
      await this.password.fill(password);
      await press(/^Connect /);
    },
    async answerCode(code) {
      await this.code.fill(code);
      await press('Continue');
    },
    /** Clicks what opens a window, and answers that window. */
    async openWindow(name) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), button(name).click()]);
      return popup;
    },
  };
}

/** The steps that a run went through. */
export const stepsOf = (events) =>
  events.filter(({ name }) => name === 'svc-step').map(({ detail }) => detail.step);

/** Every run says once how it ended. */
export function assertOneExit(events, outcome) {
  const exits = events.filter(({ name }) => name === 'svc-exit');
  assert.deepEqual(
    exits.map(({ detail }) => detail.outcome),
    [outcome],
  );
}

/** Presses a button on the provider's page; the window may be gone before the click is answered. */
export const answerConsent = (popup, name) =>
  popup.getByRole('button', { name, exact: true }).click().catch(unlessGone);
