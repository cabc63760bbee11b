import { expect } from '@open-wc/testing';
import { clock } from '../../src/element/clock.js';

describe('the clock of the browser', () => {
  it('waits as long as a timer can, if the wait is longer than that', () => {
    const { setTimeout } = globalThis;
    const waits: unknown[] = [];
    globalThis.setTimeout = ((_: unknown, milliseconds: number) => waits.push(milliseconds)) as never;
    try {
      clock.after(1000, () => {});
      clock.after(2 ** 31, () => {});
      clock.after(Infinity, () => {});
    } finally {
      globalThis.setTimeout = setTimeout;
    }
    expect(waits).to.deep.equal([1000, 2 ** 31 - 1, 2 ** 31 - 1]);
  });
});
