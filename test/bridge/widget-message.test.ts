import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { readWidgetMessage } from '../../src/bridge/index.js';

const common = { v: 1, nonce: 'n1' };

describe('a message of the widget to the hosted page', () => {
  for (const message of [
    { ...common, type: 'hello' },
    { ...common, type: 'ack' },
    { ...common, type: 'close' },
    { ...common, type: 'token', token: 'lt_1' },
    { ...common, type: 'token', token: null },
    {
      ...common,
      type: 'init',
      token: 'lt_1',
      provider: 'aurora_ring',
      locale: 'de',
      consent: { resources: ['sleep'] },
      link: { mode: 'frame' },
    },
  ])
    it(`is read as it is: ${message.type}`, () => {
      expect(readWidgetMessage(message)).to.deep.equal(message);
      expect(readWidgetMessage({ ...message, extra: 1 })).to.deep.equal(message);
    });

  it('is nothing if a part of it has another type', () => {
    const init = { ...common, type: 'init', token: 'lt_1' };
    for (const wrong of [
      null,
      'hello',
      [init],
      { ...init, v: 2 },
      { ...init, v: '1' },
      { ...init, nonce: 1 },
      { ...init, token: undefined },
      { ...init, token: { toString: () => 'lt_1' } },
      { ...init, provider: null },
      { ...init, locale: 7 },
      { ...init, consent: 'all' },
      { ...init, consent: ['sleep'] },
      { ...init, link: 'all' },
      { ...init, link: [] },
      { ...common, type: 'token' },
      { ...common, type: 'result' },
      { ...common, type: '__proto__' },
    ])
      expect(readWidgetMessage(wrong), JSON.stringify(wrong)).to.equal(null);
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        const read = readWidgetMessage(data);
        return read === null || read.v === 1;
      }),
      { numRuns: 300 },
    );
  });
});
