import { expect } from '@open-wc/testing';
import { describedInterface } from './described-interface.js';
import promised from './interface.json' with { type: 'json' };

describe('the interface', () => {
  it('is as interface.json promises', () => {
    const found = describedInterface();
    for (const name of new Set([...Object.keys(found), ...Object.keys(promised)]))
      expect(found[name], name).to.deep.equal((promised as Record<string, unknown>)[name]);
  });
});
