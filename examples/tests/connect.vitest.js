// With Vitest and MSW, in jsdom.
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createFakeService, drive } from 'svc-link/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { showConnect } from './app.js';

const service = createFakeService();
const network = setupServer(http.all(`${service.baseUrl}/*`, ({ request }) => service.fetch(request)));
beforeAll(() => network.listen());
// Remove the page before the environment ends.
afterEach(() => document.body.replaceChildren());
afterAll(() => network.close());

it('says what the person connected', async () => {
  const { link, said } = showConnect(document.body, {
    baseUrl: service.baseUrl,
    linkToken: service.newToken(),
  });
  const widget = drive(link, { timeout: 20_000 });
  await widget.waitFor('select-provider');
  await widget.choose('Quartz Scale');
  await widget.waitFor('sign-in');
  await widget.fill({ username: 'ok@example.com', password: 'good' });
  await widget.submit();
  await widget.waitFor('done');

  expect(said.textContent).toBe('Connected: quartz_scale');
});
