// When the page sends messages to the hosted page. The test has its own clock, and its page and window are not the browser's.
import { expect } from '@open-wc/testing';
import { converse, type Conversation } from '../../src/bridge/index.js';

const origin = 'https://link.example';

/** A clock whose time passes only when a test says so. */
function clock() {
  const real = { setInterval, clearInterval, setTimeout, clearTimeout, now: Date.now };
  interface Timer {
    at: number;
    readonly run: () => void;
    readonly every: number | undefined;
  }
  const timers = new Map<number, Timer>();
  let now = 1_000_000;
  let made = 0;
  const add = (run: () => void, wait: number, every?: number) => {
    timers.set((made += 1), { at: now + wait, run, every });
    return made;
  };
  const clear = (id: number) => void timers.delete(id);
  Object.assign(globalThis, {
    setInterval: (run: () => void, every: number) => add(run, every, every),
    setTimeout: (run: () => void, wait: number) => add(run, wait),
    clearInterval: clear,
    clearTimeout: clear,
  });
  Date.now = () => now;
  return {
    pass(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at);
        if (!next) break;
        const [id, timer] = next;
        now = timer.at;
        if (timer.every === undefined) timers.delete(id);
        else timer.at += timer.every;
        timer.run();
      }
      now = end;
    },
    /** How many timers are still running. */
    left: () => timers.size,
    restore() {
      const { now: realNow, ...rest } = real;
      Object.assign(globalThis, rest);
      Date.now = realNow;
    },
  };
}

describe('a conversation with the hosted page', () => {
  let time: ReturnType<typeof clock>;
  let talk: Conversation;
  beforeEach(() => (time = clock()));
  afterEach(() => time.restore());

  /** Begins a conversation. Records the sent messages, and each time the window was found closed. */
  function begin() {
    const said: { readonly message: Record<string, unknown>; readonly to: unknown }[] = [];
    const heard: string[] = [];
    const gone: boolean[] = [];
    const page = new EventTarget();
    const target = {
      closed: false,
      location: { href: `${origin}/link/` },
      postMessage: (message: Record<string, unknown>, to: unknown) => void said.push({ message, to }),
    };
    talk = converse({
      // The parts of two windows that a conversation uses.
      page: page as Window,
      target: target as unknown as Window,
      hostedUrl: `${origin}/link/`,
      handover: () => null,
      received: ({ type }) => void heard.push(type),
      gone: (severed) => void gone.push(severed),
    });
    const nonce = () => said[0]?.message['nonce'];
    const receive = (data: unknown) =>
      page.dispatchEvent(Object.assign(new Event('message'), { origin, source: target, data }));
    return {
      ...{ page, target, said, heard, gone, nonce, receive },
      hear: (type: string, more: object = {}) => receive({ v: 1, type, nonce: nonce(), ...more }),
      /** How many messages the window gets within a second. */
      asked() {
        const before = said.length;
        time.pass(1000);
        return said.length - before;
      },
    };
  }

  it('asks four times a second, once a second while the window is at the provider, and four times again after that', () => {
    const { asked, hear, heard } = begin();
    expect(asked()).to.equal(4);
    hear('leaving');
    expect(asked()).to.equal(1);
    hear('renew');
    hear('ready');
    expect(asked()).to.equal(1);
    hear('returned');
    expect(asked()).to.equal(4);
    expect(heard).to.deep.equal(['leaving', 'renew', 'returned']);
  });

  it('ignores messages that are not its own, without an error', () => {
    const { asked, hear, heard, receive } = begin();
    asked();
    const errors: string[] = [];
    const onError = ({ message }: ErrorEvent) => void errors.push(message);
    window.addEventListener('error', onError);
    for (const data of [null, undefined, 'leaving', {}, { type: 'leaving' }]) receive(data);
    hear('leaving', { nonce: 'another' });
    window.removeEventListener('error', onError);
    expect([heard, errors]).to.deep.equal([[], []]);
  });

  it('asks no window that is still empty, and asks it from then on, whatever it can see of the window', () => {
    const { asked, said, target } = begin();
    target.location.href = 'about:blank';
    expect(asked()).to.equal(0);
    Object.defineProperty(target, 'location', {
      get() {
        throw new DOMException('of another origin', 'SecurityError');
      },
      configurable: true,
    });
    expect(asked()).to.equal(4);
    Object.defineProperty(target, 'location', { value: { href: 'about:blank' } });
    expect(asked()).to.equal(4);
    for (const { message, to } of said) {
      expect(message['type']).to.equal('hello');
      expect(to).to.equal(origin);
    }
  });

  it('has a mark of 32 digits', () => {
    const real = crypto.getRandomValues;
    crypto.getRandomValues = (bytes) => bytes;
    try {
      const { asked, nonce } = begin();
      asked();
      expect(nonce()).to.equal('0'.repeat(32));
    } finally {
      crypto.getRandomValues = real;
    }
  });

  for (const [after, severed] of [
    [14_750, true],
    [15_000, false],
    [15_250, false],
  ] as const)
    it(`treats a silent window that is seen closed after ${after} ms as ${severed ? 'cut off' : 'closed'}`, () => {
      const { gone, target } = begin();
      time.pass(after - 250);
      target.closed = true;
      time.pass(249);
      expect(gone).to.deep.equal([]);
      time.pass(1);
      expect(gone).to.deep.equal([severed]);
    });

  it('treats a window that has sent a message as closed', () => {
    const { asked, gone, hear, target } = begin();
    asked();
    hear('ready');
    target.closed = true;
    time.pass(250);
    expect(gone).to.deep.equal([false]);
  });

  it('looks when the page has the focus again, and not again once it has seen the window closed', () => {
    const { gone, page, target } = begin();
    target.closed = true;
    page.dispatchEvent(new Event('focus'));
    page.dispatchEvent(new Event('focus'));
    expect(gone).to.deep.equal([true]);
    time.pass(10_000);
    expect(gone).to.deep.equal([true]);
  });

  it('receives messages within a second of the end, and none after that', () => {
    const { asked, hear, heard, target } = begin();
    asked();
    target.closed = true;
    time.pass(250);
    time.pass(999);
    hear('result');
    time.pass(1);
    hear('result');
    expect(heard).to.deep.equal(['result']);
    expect(time.left()).to.equal(0);
  });

  it('does not look any more once it has stopped', () => {
    const { asked, gone, hear, heard, page, target } = begin();
    asked();
    talk.stop();
    target.closed = true;
    page.dispatchEvent(new Event('focus'));
    hear('result');
    expect(asked()).to.equal(0);
    expect([gone, heard]).to.deep.equal([[], []]);
    expect(time.left()).to.equal(0);
  });
});
