import { expect } from '@open-wc/testing';
import { receiveFromWidget, type Opener, type Say, type WidgetMessage } from '../../src/bridge/index.js';
import { frameWindow, type FrameWindow } from './frame-window.js';

describe('the hosted page', () => {
  let widget: FrameWindow;
  let stop: () => void;

  beforeEach(async () => {
    widget = await frameWindow();
    stop = () => {};
  });
  afterEach(() => {
    stop();
    widget.remove();
  });

  /** Starts listening. The opener records the messages that it receives, and the first one is returned as a promise. */
  function listen(known: Opener | null = null, only?: Window) {
    const heard: WidgetMessage[] = [];
    const first = new Promise<{ message: WidgetMessage; say: Say; opener: Opener }>((resolve) => {
      stop = receiveFromWidget(
        window,
        known,
        (message, say, opener) => {
          heard.push(message);
          resolve({ message, say, opener });
        },
        only,
      );
    });
    return { heard, first };
  }

  const message = (type: string, more: object = {}) => ({ v: 1, type, nonce: 'n1', ...more });
  const init = message('init', { token: 'token-1', provider: 'aurora_ring' });
  const opener = { origin: location.origin, nonce: 'n1' };
  const forge = (data: unknown, from: MessageEventInit) =>
    window.dispatchEvent(
      new MessageEvent('message', { data, origin: location.origin, source: widget.window, ...from }),
    );

  it('answers a bare ready and takes the token with the origin that the browser names', async () => {
    const { first } = listen();
    widget.say(message('hello'));
    expect(await widget.hears()).to.deep.equal({ v: 1, type: 'ready', nonce: 'n1' });
    widget.say(init);
    expect(await first).to.deep.include({ message: init, opener });
  });

  it('answers the page that sent the token', async () => {
    const { first } = listen();
    widget.say(init);
    const { say } = await first;
    say({ type: 'leaving' });
    expect(await widget.hears()).to.deep.equal(message('leaving'));
    say({ type: 'refused', code: 'origin_not_allowed' });
    expect(await widget.hears()).to.deep.equal(message('refused', { code: 'origin_not_allowed' }));
  });

  it('answers to the exact origin of the sender', async () => {
    const { first } = listen();
    const options: unknown[] = [];
    const source = Object.assign(widget.window, {
      postMessage: (_: unknown, given: unknown) => void options.push(given),
    });
    forge(init, { source, origin: 'https://shop.example' });
    const { say } = await first;
    say({ type: 'leaving' });
    expect(options).to.deep.equal([{ targetOrigin: 'https://shop.example' }]);
  });

  it('takes one token, and then receives messages of its sender only', async () => {
    const { heard, first } = listen();
    const stranger = await frameWindow();
    forge(message('close'), {});
    widget.say(init);
    const { say } = await first;
    forge(init, {});
    forge(message('close'), { source: stranger.window });
    forge(message('close'), { origin: 'https://evil.example' });
    forge(message('close', { nonce: 'n2' }), {});
    stranger.say(message('hello'));
    say({ type: 'leaving' });
    expect(await widget.hears()).to.deep.equal(message('leaving'));
    expect(heard).to.deep.equal([init]);
    forge(message('ack'), {});
    forge(message('close'), {});
    expect(heard.map(({ type }) => type)).to.deep.equal(['init', 'ack', 'close']);
    stranger.remove();
  });

  it('takes a token for one provider or for the whole widget, and no other token', () => {
    const { heard } = listen();
    forge(message('init', { token: 'token-1' }), {});
    expect(heard).to.deep.equal([]);
    forge(message('init', { token: 'token-1', link: {} }), {});
    expect(heard).to.have.length(1);
  });

  it('accepts no message without an origin, from itself, or malformed', () => {
    const { heard } = listen();
    const errors: unknown[] = [];
    const onError = (event: ErrorEvent) => void errors.push(event.message);
    window.addEventListener('error', onError);
    forge(init, { origin: 'null' });
    forge(init, { source: window });
    forge(init, { source: null });
    for (const data of [{ ...init, token: 1 }, { ...init, v: 2 }, { type: 'init' }, 'init', null])
      forge(data, {});
    window.removeEventListener('error', onError);
    expect([heard, errors]).to.deep.equal([[], []]);
  });

  it('receives nothing more once it has stopped', () => {
    const { heard } = listen();
    stop();
    forge(init, {});
    expect(heard).to.deep.equal([]);
  });

  it('accepts messages only of the page that framed it, if it is framed', async () => {
    const stranger = await frameWindow();
    const { heard } = listen(null, widget.window);
    forge(init, { source: stranger.window });
    expect(heard).to.deep.equal([]);
    forge(init, {});
    expect(heard).to.deep.equal([init]);
    stranger.remove();
  });

  it('accepts messages only of the page that it knows from before', async () => {
    const { heard, first } = listen(opener);
    forge(message('hello', { nonce: 'n2' }), {});
    forge(message('hello'), { origin: 'https://evil.example' });
    forge(message('ack'), { origin: 'https://evil.example' });
    forge(init, {});
    widget.say(message('hello'));
    const { say } = await first;
    say({ type: 'result' });
    expect(await widget.hears()).to.deep.equal(message('result'));
    forge(message('ack'), {});
    forge(message('close'), {});
    expect(heard.map(({ type }) => type)).to.deep.equal(['hello', 'ack', 'close']);
  });
});
