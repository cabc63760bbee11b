// A real provider with passwords, set up by settings only: it has the same form as the fictional ones, in a real browser.
import assert from 'node:assert/strict';
import {
  createLibrelinkupSimulator,
  type LibrelinkupSimulator,
} from '../../service/test/adapters/simulators/librelinkup.js';
import { listen } from '../../service/test/adapters/simulators/listen.js';
import { type Service, startService } from './servers.js';
import { afterAll, beforeAll, describe, it } from './test.js';

describe('a real provider with passwords', () => {
  let simulator: LibrelinkupSimulator, provider: Awaited<ReturnType<typeof listen>>, service: Service;

  beforeAll(async () => {
    simulator = createLibrelinkupSimulator({ until: new Date().toISOString().slice(0, 10), days: 2 });
    const password = 'the right one';
    const ada = { id: 'ada', password, region: 'de', follows: ['ada'], mustAccept: false };
    simulator.people.add('ada@example.com', ada);
    provider = await listen(simulator);
    const settings = {
      ...{ enabled: true, client_id: 'llu.test', client_version: '4.16.0' },
      urls: { api: `${provider.url}/{region}` },
    };
    service = await startService('', { PROVIDERS: JSON.stringify({ librelinkup: settings }) });
  });
  afterAll(async () => {
    await service.stop();
    await provider.stop();
  });

  it('is told a wrong password, and linked with the right one', async ({ page, widget }) => {
    const { link_web_url, link_session_id } = await service.newToken({ provider: 'librelinkup' });
    await page.goto(link_web_url);
    await widget.sees('Connect LibreLinkUp');
    await page.getByLabel('Region').selectOption('eu');
    await widget.signIn('ada@example.com', 'a wrong one');
    await widget.shows('The email or password doesn’t match any LibreLinkUp account.');
    assert.equal(await widget.password.inputValue(), '');
    assert.equal(simulator.people.entries.get('ada'), 1);
    await widget.signIn('ada@example.com', 'the right one');
    await widget.sees('LibreLinkUp is connected');
    const { state, provider: linked } = await service.ask('GET', `/v2/link/session/${link_session_id}`);
    assert.deepEqual([state, linked], ['success', 'librelinkup']);
    assert.ok(!service.serviceLog().includes('the right one'));
  });
});
