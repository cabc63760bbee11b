// The widget as a person meets it: by roles, names and text.
import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { UserProvider } from 'svc-link/contract';
import type { KeptEvent } from './chromium.js';
import { unlessGone, until } from './waiting.js';

const goodPassword = 'good-password';

export type Widget = ReturnType<typeof widgetOn>;

export function widgetOn(where: Page | FrameLocator | Locator) {
  const link = where.locator('svc-link');
  const button = (name: string | RegExp) => link.getByRole('button', { name });
  /** A press that ends a run closes its window or frame, maybe before the click is answered. */
  const press = (name: string | RegExp) => button(name).click().catch(unlessGone);
  /** The first row of the picker, once it is this provider: the search loads while the name is typed. */
  const firstRow = (name: string) =>
    link
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: new RegExp(`^${name}`) });
  return {
    link,
    button,
    press,
    firstRow,
    heading: (name: string | RegExp) => link.getByRole('heading', { name }),
    username: link.getByLabel('Email', { exact: true }),
    password: link.getByLabel('Password', { exact: true }),
    code: link.getByLabel('Code', { exact: true }),
    /** Waits until the step with this heading is there. */
    async sees(name: string | RegExp) {
      await link.getByRole('heading', { name }).waitFor();
    },
    /** Waits until the words are on the screen. Screen readers are told some of them too, a moment later and beside the panel. */
    async shows(words: string | RegExp) {
      await link.locator('[part=panel]').getByText(words).waitFor();
    },
    /** Finds a provider in the picker, as a person does in a long list. */
    async choose(name: string) {
      await link.getByLabel('Search').fill(name);
      // A list that gets shorter while a row is pressed would move the row away.
      await firstRow(name).click();
    },
    async signIn(username: string, password = goodPassword) {
      await this.username.fill(username);
      await this.password.fill(password);
      await press(/^Connect /);
    },
    async answerCode(code: string) {
      await this.code.fill(code);
      await press('Continue');
    },
    /** Clicks what opens a window, and returns that window. */
    async openWindow(name: string | RegExp) {
      const [popup] = await Promise.all([link.page().waitForEvent('popup'), button(name).click()]);
      return popup;
    },
  };
}

/** The steps that a run went through. */
export const stepsOf = (events: KeptEvent[]) =>
  events.filter(({ name }) => name === 'svc-step').map(({ detail }) => detail.step);

/** Every run announces once how it ended. */
export function assertOneExit(events: KeptEvent[], outcome: string) {
  const exits = events.filter(({ name }) => name === 'svc-exit');
  assert.deepEqual(
    exits.map(({ detail }) => detail.outcome),
    [outcome],
  );
}

/**
 * Waits until the pointer is over an element, as the element's own page sees it. A frame may be on the screen a moment before it
 * gets input, and a click then has no effect.
 */
export const pointAt = (there: Locator) =>
  until(
    async () => {
      await there.hover();
      return there.evaluate((element) => element.matches(':hover'));
    },
    `the pointer over ${String(there)}`,
  );

/** Presses a button on the provider's page; the window may be gone before the click is answered. */
export const answerConsent = (popup: Page, name: string) =>
  popup.getByRole('button', { name, exact: true }).click().catch(unlessGone);

/** The connections, as the demo lists them. */
export const readConnections = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/demo/connections');
    return (await response.json()) as { providers: UserProvider[] };
  });
