// A link in a tab of the system's browser, without React Native.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { linkInTab } from '../../mobile/react-native/src/link-in-tab.js';
import { createLinkingBrowser, linkComesWithin } from '../../mobile/react-native/src/system-browser.js';

const linkWebUrl = 'https://link.example.com/link/#lt_secret';
const redirectUrl = 'https://app.example.com/linked';

/** A fake of the system that an app runs on. */
function createSystem(openURL = (url: string): Promise<unknown> => Promise.resolve(url)) {
  const links = new Set<(event: { url: string }) => void>();
  const states = new Set<(state: string) => void>();
  const on = <T>(set: Set<T>, hear: T) => {
    set.add(hear);
    return { remove: () => void set.delete(hear) };
  };
  return {
    browser: createLinkingBrowser(
      { addEventListener: (_type, hear) => on(links, hear), openURL },
      { addEventListener: (_type, hear) => on(states, hear) },
    ),
    link: (url: string) => [...links].forEach((hear) => hear({ url })),
    become: (state: string) => [...states].forEach((hear) => hear(state)),
    listeners: () => links.size + states.size,
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const run = (system: ReturnType<typeof createSystem>, url = linkWebUrl) =>
  linkInTab({
    linkWebUrl: url,
    redirectUrl,
    linkSessionId: 'mine',
    browser: system.browser,
    development: false,
  });

describe('a link in a tab', () => {
  it('ends with the link of the redirect, and stops listening', async () => {
    const system = createSystem();
    const ended = run(system);
    system.become('background');
    system.link('https://app.example.com/other');
    // The app comes to the front before the link arrives.
    system.become('active');
    vi.advanceTimersByTime(linkComesWithin - 1);
    system.link(`${redirectUrl}?state=success&link_session_id=mine&confirm_code=c1`);
    const { state, linkSessionId, confirmCode } = await ended;
    assert.deepEqual([state, linkSessionId, confirmCode], ['success', 'mine', 'c1']);
    assert.equal(system.listeners(), 0);
  });

  it('is closed if the person comes back without', async () => {
    const system = createSystem();
    const ended = run(system);
    system.become('inactive');
    system.become('active');
    vi.advanceTimersByTime(linkComesWithin);
    assert.equal(system.listeners(), 2, 'the app has not been away yet');
    system.become('background');
    system.become('active');
    vi.advanceTimersByTime(linkComesWithin);
    const { state, linkSessionId } = await ended;
    assert.deepEqual([state, linkSessionId, system.listeners()], ['closed', 'mine', 0]);
  });

  it('does not report the redirect of another link, such as an earlier or a forged one', async () => {
    const system = createSystem();
    const ended = run(system);
    system.link(`${redirectUrl}?state=success&link_session_id=another&confirm_code=c9`);
    const { state, linkSessionId, confirmCode } = await ended;
    assert.deepEqual([state, linkSessionId, confirmCode], ['closed', 'mine', null]);
  });

  it('fails if nothing could be opened', async () => {
    const system = createSystem(() => Promise.reject(new Error('no browser')));
    await assert.rejects(run(system), /no browser/);
    assert.equal(system.listeners(), 0);
  });

  it('does not open an address without https, and does not name it', async () => {
    const system = createSystem();
    await assert.rejects(run(system, 'http://link.example.com/#lt_secret'), (error: Error) => {
      assert.doesNotMatch(error.message, /lt_secret/);
      return error instanceof TypeError;
    });
    assert.equal(system.listeners(), 0);
  });
});
