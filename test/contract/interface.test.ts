import { expect } from '@open-wc/testing';
import * as contract from '../../src/contract/index.js';
import * as formats from '../../src/contract/formats.js';
import { uuid } from '../../src/contract/uuid.js';
import { described } from './described.js';
import promised from './interface.json' with { type: 'json' };

describe('the interface', () => {
  it('is as it is promised in interface.json', () => {
    const found = described({ ...contract, ...formats, uuid });
    for (const name of new Set([...Object.keys(found), ...Object.keys(promised)]))
      expect(found[name], name).to.deep.equal((promised as Record<string, unknown>)[name]);
  });
});
