// A link in a webview of React Native, without React Native.
import assert from 'node:assert/strict';
import { beforeEach, describe, it, onTestFinished, vi } from 'vitest';
import type { Outcome } from '../../mobile/react-native/src/outcome.js';
import { linkComesWithin } from '../../mobile/react-native/src/system-browser.js';
import { createRun, type Run, type RunOptions } from '../../mobile/react-native/src/webview-run.js';

const page = 'https://link.example.com/link/';
const redirectUrl = 'com.example.app:/linked';
const oauth = 'https://link.example.com/v2/link/oauth/x';

let run: Run;
let outcomes: Outcome[];
let connections: Outcome[];
let pages: string[];
let told: number;
let tabs: { url: string; opened: () => void; end: (url: string | null) => void; fail: () => void }[];
let putAway: number;

function start(more: Partial<RunOptions> = {}) {
  run = createRun({
    linkWebUrl: `${page}#lt_secret`,
    redirectUrl,
    development: false,
    linkSessionId: () => 'mine',
    multiple: () => false,
    browser: () => ({
      open: (url, _redirect, opened) =>
        new Promise((end, fail) =>
          tabs.push({ url, opened, end, fail: () => fail(new Error('no browser')) }),
        ),
      close: () => void (putAway += 1),
    }),
    onOutcome: (outcome) => outcomes.push(outcome),
    onConnection: (outcome) => connections.push(outcome),
    tellOpened: () => void (told += 1),
    openPage: (url) => pages.push(url),
    ...more,
  });
}
beforeEach(() => {
  [outcomes, connections, pages, tabs] = [[], [], [], []];
  [told, putAway] = [0, 0];
  start();
});

const say = (message: object, from = page) => run.hear(JSON.stringify({ v: 1, ...message }), from);
const sayResult = (result: object) =>
  say({ type: 'svc-link:result', result: { link_session_id: 'mine', ...result } });
const askForTab = () => say({ type: 'svc-link:open-external', url: oauth });
/** Resolves after the handlers of a tab's settled promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const states = () => outcomes.map(({ state, confirmCode }) => [state, confirmCode]);

describe('a link in a webview', () => {
  it('has one outcome for a message and the redirect that follows it', () => {
    start({ linkSessionId: () => undefined });
    sayResult({ state: 'success', connected: true });
    assert.equal(run.mayLoad(`${redirectUrl}?state=success&link_session_id=mine`, true), false);
    run.close();
    sayResult({ state: 'error' });
    assert.deepEqual(
      outcomes.map(({ state, linkSessionId }) => [state, linkSessionId]),
      [['success', 'mine']],
    );
  });

  it('ends by the redirect alone, if no message came', () => {
    assert.equal(
      run.mayLoad(`${redirectUrl}?state=error&link_session_id=mine&error_type=user_cancelled`, true),
      false,
    );
    assert.equal(outcomes[0]?.errorType, 'user_cancelled');
  });

  it('can be closed by the person, with the id that the app knows', () => {
    run.close();
    assert.deepEqual([outcomes[0]?.state, outcomes[0]?.linkSessionId], ['closed', 'mine']);
  });

  it('is closed once its view is removed, but not if the view is put back at once', async () => {
    // React's StrictMode does this.
    run.hold()();
    const leave = run.hold();
    await settled();
    assert.deepEqual(outcomes, []);
    leave();
    await settled();
    run.close();
    assert.deepEqual(
      outcomes.map(({ state, linkSessionId }) => [state, linkSessionId]),
      [['closed', 'mine']],
    );
  });

  it('has no other outcome if its view is removed after the end', async () => {
    const leave = run.hold();
    sayResult({ state: 'success', connected: true });
    leave();
    await settled();
    assert.deepEqual(states(), [['success', null]]);
  });

  it('ignores messages of another page', () => {
    say({ type: 'svc-link:open-external', url: oauth }, 'https://evil.example/');
    say({ type: 'svc-link:result', result: { state: 'success' } }, 'https://evil.example/');
    assert.deepEqual([tabs, outcomes], [[], []]);
  });

  it('stays at the hosted page, and opens other pages in the browser if they have https', () => {
    assert.equal(run.mayLoad(`${page}?x=1`, true), true);
    assert.equal(run.mayLoad('about:blank', true), true);
    assert.equal(run.mayLoad('https://frame.example/', false), true);
    assert.equal(run.mayLoad('https://help.example/', true), false);
    assert.equal(run.mayLoad('intent://x#Intent;end', true), false);
    assert.deepEqual(pages, ['https://help.example/']);
  });

  it('opens a tab if the page asks for it, and tells the page once it is open', () => {
    askForTab();
    assert.deepEqual(
      tabs.map(({ url }) => url),
      [oauth],
    );
    assert.equal(told, 0);
    tabs[0]?.opened();
    assert.equal(told, 1);
  });

  it('opens no address with another scheme, and http only on this device during development', () => {
    say({ type: 'svc-link:open-external', url: 'http://127.0.0.1:8787/' });
    say({ type: 'svc-link:open-external', url: 'tel:112' });
    assert.deepEqual(tabs, []);
    start({ development: true });
    say({ type: 'svc-link:open-external', url: 'http://127.0.0.1:8787/' });
    assert.equal(tabs.length, 1);
  });

  it('ends when the tab ends', async () => {
    askForTab();
    tabs[0]?.end(`${redirectUrl}?state=success&link_session_id=mine&confirm_code=c1`);
    await settled();
    sayResult({ state: 'success', connected: false });
    assert.deepEqual(states(), [['success', 'c1']]);
  });

  it('waits for the tab’s code if the webview learns of the success first', async () => {
    askForTab();
    sayResult({ state: 'success', connected: false, provider: 'aurora_ring' });
    run.mayLoad(`${redirectUrl}?state=success&link_session_id=mine`, true);
    assert.equal(outcomes.length, 0);
    tabs[0]?.end(`${redirectUrl}?state=success&link_session_id=mine&confirm_code=c1`);
    await settled();
    assert.deepEqual(states(), [['success', 'c1']]);
    assert.equal(outcomes[0]?.provider, 'aurora_ring');
  });

  it('reports a success without its code if the tab ends without it', async () => {
    askForTab();
    sayResult({ state: 'success', connected: false });
    tabs[0]?.end(null);
    await settled();
    assert.deepEqual(states(), [['success', null]]);
  });

  it('ends with the link of a tab that the person left for a while, unless it is another link’s', async () => {
    askForTab();
    tabs[0]?.end(null);
    await settled();
    run.arrive(`${redirectUrl}/more?state=success&link_session_id=mine`);
    run.arrive(`${redirectUrl}?state=success&link_session_id=another&confirm_code=c9`);
    assert.deepEqual(outcomes, []);
    run.arrive(`${redirectUrl}?state=success&link_session_id=mine&confirm_code=c1`);
    run.arrive(`${redirectUrl}?state=success&link_session_id=mine&confirm_code=c1`);
    assert.deepEqual(states(), [['success', 'c1']]);
  });

  it('continues if a tab ends with the redirect of another link, such as an earlier or a forged one', async () => {
    for (const several of [false, true]) {
      start({ multiple: () => several });
      askForTab();
      tabs.at(-1)?.end(`${redirectUrl}?state=success&link_session_id=another&confirm_code=c9`);
      await settled();
      assert.deepEqual([outcomes, connections], [[], []]);
    }
    run.arrive(`${redirectUrl}?state=success&link_session_id=mine`);
    assert.equal(connections.length, 1);
  });

  it('hears of a link once if its tab is open, and ignores it if no tab was', async () => {
    const address = `${redirectUrl}?state=success&link_session_id=mine`;
    start({ multiple: () => true });
    run.arrive(address);
    askForTab();
    run.arrive(address);
    tabs[0]?.end(address);
    await settled();
    run.arrive(address);
    assert.equal(connections.length, 1);
    askForTab();
    tabs[1]?.end(null);
    await settled();
    run.arrive(address);
    assert.deepEqual([connections.length, outcomes], [2, []]);
  });

  it('waits for the code of a tab that the person left, but not for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const late of [true, false]) {
      start();
      askForTab();
      tabs.at(-1)?.end(null);
      await settled();
      sayResult({ state: 'success', connected: false, provider: 'aurora_ring' });
      vi.advanceTimersByTime(linkComesWithin - 1);
      assert.equal(outcomes.length, 0);
      if (!late) run.arrive(`${redirectUrl}?state=success&link_session_id=mine&confirm_code=c1`);
      vi.advanceTimersByTime(1);
      assert.deepEqual(states(), [['success', late ? null : 'c1']]);
      assert.equal(outcomes.pop()?.provider, 'aurora_ring');
    }
  });

  it('closes the tab if the webview knows the end', () => {
    askForTab();
    sayResult({ state: 'success', connected: true });
    assert.deepEqual([states(), putAway], [[['success', null]], 1]);
  });

  it('continues after a tab that was closed or did not open, and opens another', async () => {
    askForTab();
    tabs[0]?.end(null);
    askForTab();
    tabs[1]?.fail();
    await settled();
    assert.deepEqual([outcomes, told], [[], 0]);
    askForTab();
    tabs[2]?.end(`${redirectUrl}?state=success&link_session_id=mine`);
    await settled();
    assert.deepEqual(states(), [['success', null]]);
  });

  it('continues after the tab of one connection of several', async () => {
    start({ multiple: () => true });
    askForTab();
    tabs[0]?.end(`${redirectUrl}?state=success&provider=aurora_ring&link_session_id=mine`);
    await settled();
    assert.deepEqual(
      connections.map(({ provider }) => provider),
      ['aurora_ring'],
    );
    assert.equal(outcomes.length, 0);
    sayResult({ state: 'success', connected: true });
    assert.deepEqual(states(), [['success', null]]);
  });

  it('ends several connections without a code, although a tab is open', async () => {
    start({ multiple: () => true });
    askForTab();
    sayResult({ state: 'success', connected: false });
    assert.deepEqual(states(), [['success', null]]);
    tabs[0]?.end(`${redirectUrl}?state=success&confirm_code=c1`);
    await settled();
    assert.deepEqual([states(), connections], [[['success', null]], []]);
  });

  it('does not start at an address without https, except on this device during development, and does not name it', () => {
    for (const linkWebUrl of ['http://link.example.com/#lt_secret', 'http://127.0.0.1:8787/#lt_secret', ''])
      assert.throws(
        () => start({ linkWebUrl }),
        (error: Error) =>
          error instanceof TypeError &&
          // A build for release, opened at a service on this machine, fails for the first time with this.
          /http .* development/.test(error.message) &&
          !error.message.includes('lt_secret'),
      );
    start({ linkWebUrl: 'http://127.0.0.1:8787/#lt_secret', development: true });
  });
});
