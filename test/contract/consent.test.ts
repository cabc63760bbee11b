import { expect } from '@open-wc/testing';
import { consentFields } from '../../src/contract/index.js';

describe('the agreed resources, as fields', () => {
  it('has the resources in one field', () => {
    const given = { resources: ['sleep', 'steps'], text_version: '1', language: 'de' };
    expect(consentFields(given)).to.deep.equal({
      resources: 'sleep,steps',
      text_version: '1',
      language: 'de',
    });
  });

  it('is nothing if nobody was asked', () => {
    expect(consentFields(undefined)).to.deep.equal({});
  });
});
