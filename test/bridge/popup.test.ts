import { expect } from '@open-wc/testing';
import { announceResult, awaitHandover, type Conversation, type Handover } from '../../src/bridge/index.js';
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

  /** Begins to wait; what is handed over comes as a promise. */
  function wait() {
    const handovers: Handover[] = [];
    const heard: string[] = [];
    const handedOver = new Promise<[Handover, Conversation]>((resolve) => {
      stop = awaitHandover(window, {
        handedOver(handover, conversation) {
          handovers.push(handover);
          resolve([handover, conversation]);
        },
        acknowledged: () => heard.push('ack'),
        closeRequested: () => heard.push('close'),
      });
    });
    return { handedOver, handovers, heard };
  }

  const message = (type: string, more: object = {}) => ({ v: 1, type, nonce: 'n1', ...more });
  const init = message('init', { token: 'token-1', provider: 'aurora_ring' });
  const forge = (data: unknown, from: MessageEventInit) =>
    window.dispatchEvent(
      new MessageEvent('message', { data, origin: location.origin, source: widget.window, ...from }),
    );

  it('answers a bare ready and takes the token with the origin that the browser names', async () => {
    const { handedOver } = wait();
    widget.say(message('hello'));
    expect(await widget.hears()).to.deep.equal({ v: 1, type: 'ready', nonce: 'n1' });
    widget.say(init);
    const [handover] = await handedOver;
    expect(handover).to.deep.equal({
      opener: { origin: location.origin, nonce: 'n1' },
      token: 'token-1',
      provider: 'aurora_ring',
    });
  });

  it('says that it leaves, or why it does not', async () => {
    const { handedOver } = wait();
    widget.say(init);
    const [, conversation] = await handedOver;
    conversation.leaving();
    expect(await widget.hears()).to.deep.equal(message('leaving'));
    conversation.refused('origin_not_allowed');
    expect(await widget.hears()).to.deep.equal(message('refused', { code: 'origin_not_allowed' }));
  });

  it('takes one token and listens to its sender only', async () => {
    const { handedOver, handovers, heard } = wait();
    const stranger = await frameWindow();
    forge(message('close'), {});
    widget.say(init);
    const [, conversation] = await handedOver;
    forge(init, {});
    forge(message('close'), { source: stranger.window });
    forge(message('close'), { origin: 'https://evil.example' });
    forge(message('close', { nonce: 'n2' }), {});
    stranger.say(message('hello'));
    conversation.leaving();
    expect(await widget.hears()).to.deep.equal(message('leaving'));
    expect(handovers).to.have.length(1);
    expect(heard).to.deep.equal([]);
    forge(message('ack'), {});
    forge(message('close'), {});
    expect(heard).to.deep.equal(['ack', 'close']);
    stranger.remove();
  });

  it('hears nobody without an origin, nothing of itself and nothing malformed', async () => {
    const { handovers } = wait();
    forge(init, { origin: 'null' });
    forge(init, { source: window });
    forge(init, { source: null });
    for (const data of [{ ...init, token: 1 }, { ...init, v: 2 }, { type: 'init' }, 'init', null])
      forge(data, {});
    expect(handovers).to.deep.equal([]);
  });

  it('tells the page that opened it, and no other, that there is an outcome', async () => {
    const heard: string[] = [];
    stop = announceResult(
      window,
      { origin: location.origin, nonce: 'n1' },
      { acknowledged: () => heard.push('ack'), closeRequested: () => heard.push('close') },
    );
    forge(message('hello', { nonce: 'n2' }), {});
    forge(message('hello'), { origin: 'https://evil.example' });
    forge(message('ack'), { origin: 'https://evil.example' });
    widget.say(message('hello'));
    expect(await widget.hears()).to.deep.equal(message('result'));
    forge(message('ack'), {});
    forge(message('close'), {});
    expect(heard).to.deep.equal(['ack', 'close']);
  });
});
