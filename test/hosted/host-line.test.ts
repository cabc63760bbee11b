import { expect } from '@open-wc/testing';
import type { HostedWord, WidgetMessage } from '../../src/bridge/index.js';
import { createHostLine } from '../../src/hosted/host-line.js';

const from = { origin: 'https://app.example', nonce: 'n' };
const hello: WidgetMessage = { v: 1, nonce: 'n', type: 'hello' };
const token = (value: string | null): WidgetMessage => ({ v: 1, nonce: 'n', type: 'token', token: value });
const event: HostedWord = { type: 'event', name: 'svc-success', detail: {} };

function play(begun: boolean) {
  const said: HostedWord[] = [];
  const wishes: string[] = [];
  const say = (word: HostedWord) => void said.push(word);
  const line = createHostLine(begun ? say : null, {
    token: (given) => wishes.push(`token ${given}`),
    acknowledged: () => wishes.push('ack'),
    close: () => wishes.push('close'),
  });
  return { line, said, wishes, hear: (message: WidgetMessage) => line.receive(message, say, from) };
}

describe('the messages with the page that opened this one', () => {
  it('passes on its own messages and the wishes of that page', () => {
    const { line, said, wishes, hear } = play(true);
    line.say(event);
    hear(hello);
    hear({ v: 1, nonce: 'n', type: 'ack' });
    hear({ v: 1, nonce: 'n', type: 'close' });
    hear(token('t2'));
    hear(token(null));
    expect(said).to.deep.equal([event]);
    expect(wishes).to.deep.equal(['ack', 'close', 'token t2']);
  });

  it('says first that it is back, then everything that happened meanwhile', () => {
    const { line, said, hear } = play(false);
    line.say(event);
    expect(said).to.deep.equal([]);
    hear(hello);
    hear(hello);
    line.say(event);
    expect(said).to.deep.equal([{ type: 'returned' }, event, event]);
  });

  it('says so again after the back/forward cache', () => {
    const { line, said, hear } = play(true);
    line.comeBack();
    hear(hello);
    expect(said).to.deep.equal([{ type: 'returned' }]);
  });

  it('gets another token, and rejects if there is none', async () => {
    const { line, said, wishes, hear } = play(true);
    const renewed = line.renew('extend');
    expect(said).to.deep.equal([{ type: 'renew', reason: 'extend' }]);
    hear(token('t2'));
    expect(await renewed).to.equal('t2');
    const refused = line.renew('extend').catch(() => 'refused');
    hear(token(null));
    expect(await refused).to.equal('refused');
    expect(wishes).to.deep.equal([]);
  });

  it('waits for one token at a time: an earlier request is refused, and gets no token of the later one', async () => {
    const { line, hear } = play(true);
    let first = 'waits';
    const earlier = line.renew('extend').then(
      (given) => (first = given),
      () => (first = 'refused'),
    );
    const later = line.renew('expired');
    hear(token('t2'));
    expect(await later).to.equal('t2');
    expect(first).to.equal('refused');
    await earlier;
  });

  it('does not accept a token that it already has as another one', async () => {
    const { line, wishes, hear } = play(true);
    const renewed = line.renew('extend');
    hear(token('t2'));
    await renewed;
    // As if the page had set its token while it was asked: it answers with the one that it has.
    hear(token('t2'));
    expect(wishes).to.deep.equal([]);
    hear(token('t3'));
    hear(token('t3'));
    hear(token('t2'));
    expect(wishes).to.deep.equal(['token t3', 'token t2']);
  });

  it('is silent once it has ended', () => {
    const { line, said, hear } = play(false);
    line.say(event);
    line.end();
    hear(hello);
    line.say(event);
    expect(said).to.deep.equal([]);
  });
});
