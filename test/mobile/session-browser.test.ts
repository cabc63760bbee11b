// A tab that Expo's sessions open, without Expo.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { createSessionBrowser } from '../../mobile/react-native/src/session-browser.js';
import { linkComesWithin } from '../../mobile/react-native/src/system-browser.js';

const url = 'https://link.example.com/v2/link/oauth/x';
const redirectUrl = 'https://app.example.com/linked';
const redirect = `${redirectUrl}?state=success&confirm_code=c1`;

/** A fake of the system and of Expo. */
function createSystem({ isAndroid }: { isAndroid: boolean }) {
  const links = new Set<(event: { url: string }) => void>();
  const opened: unknown[] = [];
  let end: (result: { type: string; url?: string }) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const browser = createSessionBrowser(
    {
      openAuthSessionAsync(...asked) {
        opened.push(asked, links.size);
        return new Promise((resolve, reject) => {
          [end, fail] = [resolve, reject];
        });
      },
      dismissAuthSession() {
        if (isAndroid) throw new Error('Android cannot');
        end({ type: 'dismiss' });
      },
    },
    isAndroid
      ? {
          addEventListener(_type, hear) {
            links.add(hear);
            return { remove: () => void links.delete(hear) };
          },
        }
      : null,
  );
  return {
    browser,
    opened,
    end: (result: { type: string; url?: string }) => end(result),
    fail: (error: Error) => fail(error),
    link: (address: string) => [...links].forEach((hear) => hear({ url: address })),
    listeners: () => links.size,
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());
/** Resolves after the handlers of settled promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a tab by Expo's sessions", () => {
  it('ends with the address at which the session ended', async () => {
    for (const isAndroid of [true, false]) {
      const system = createSystem({ isAndroid });
      const ended = system.browser.open(url, redirectUrl, () => {});
      assert.deepEqual(system.opened, [
        [url, redirectUrl, { preferUniversalLinks: true }],
        isAndroid ? 1 : 0,
      ]);
      system.end({ type: 'success', url: redirect });
      assert.deepEqual([await ended, system.listeners()], [redirect, 0]);
    }
  });

  it('waits on Android for the link that comes after the app is in front', async () => {
    const system = createSystem({ isAndroid: true });
    const ended = system.browser.open(url, redirectUrl, () => {});
    system.end({ type: 'dismiss' });
    await settled();
    vi.advanceTimersByTime(linkComesWithin - 1);
    system.link('https://app.example.com/other');
    system.link(redirect);
    assert.deepEqual([await ended, system.listeners()], [redirect, 0]);
  });

  it('accepts a link that came before the session ended', async () => {
    const system = createSystem({ isAndroid: true });
    const ended = system.browser.open(url, redirectUrl, () => {});
    system.link(redirect);
    system.end({ type: 'dismiss' });
    assert.equal(await ended, redirect);
  });

  it('is closed if no link comes, and at once if none can come', async () => {
    const android = createSystem({ isAndroid: true });
    const ended = android.browser.open(url, redirectUrl, () => {});
    android.end({ type: 'dismiss' });
    await settled();
    vi.advanceTimersByTime(linkComesWithin);
    assert.deepEqual([await ended, android.listeners()], [null, 0]);

    const ios = createSystem({ isAndroid: false });
    const closed = ios.browser.open(url, redirectUrl, () => {});
    ios.browser.close?.();
    assert.equal(await closed, null);
  });

  it('says that it is open after the time in which it could fail, and fails if nothing could be opened', async () => {
    const system = createSystem({ isAndroid: true });
    let told = 0;
    const failed = system.browser.open(url, redirectUrl, () => void (told += 1));
    system.fail(new Error('no browser'));
    await assert.rejects(failed, /no browser/);
    vi.runAllTimers();
    assert.deepEqual([told, system.listeners()], [0, 0]);

    const ended = system.browser.open(url, redirectUrl, () => void (told += 1));
    vi.advanceTimersByTime(999);
    assert.equal(told, 1);
    system.browser.close?.();
    system.end({ type: 'success', url: redirect });
    await ended;
  });
});
