// With Jest, in jsdom: the fake service replaces fetch.
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createFakeService, drive } from 'svc-link/testing';
import { showConnect } from './app.js';

const service = createFakeService();
const realFetch = globalThis.fetch;
beforeAll(() => {
  globalThis.fetch = service.fetch;
});
// Remove the page before the environment ends.
afterEach(() => document.body.replaceChildren());
afterAll(() => {
  globalThis.fetch = realFetch;
});

it('stays as it was if the person’s password is wrong', async () => {
  const { link, said } = showConnect(document.body, {
    baseUrl: service.baseUrl,
    linkToken: service.newToken(),
  });
  const widget = drive(link, { timeout: 20_000 });
  await widget.waitFor('select-provider');
  await widget.choose('Quartz Scale');
  await widget.waitFor('sign-in');
  await widget.fill({ username: 'ok@example.com', password: 'wrong' });
  const error = widget.next('svc-error');
  await widget.submit();

  expect((await error).code).toBe('provider_credential_error');
  await widget.waitFor('sign-in');
  expect(said.textContent).toBe('Nothing is connected yet.');
});
