import { expect } from '@open-wc/testing';
import { keepRecord, readRecord } from '../../src/hosted/window-record.js';

const key = 'svc-link:window';

describe('the record of the window', () => {
  afterEach(() => sessionStorage.removeItem(key));

  it('is read as it was written', () => {
    const record = { origin: 'https://app.example', nonce: 'n1', session: 'ls', provider: 'Aurora Ring' };
    keepRecord(record);
    expect(readRecord()).to.deep.equal(record);
    expect(Object.keys(sessionStorage)).to.include(key);
    expect(JSON.parse(sessionStorage.getItem(key) ?? '')).to.deep.equal(record);
  });

  it('is nothing if it is missing or not ours', () => {
    expect(readRecord()).to.be.null;
    for (const text of ['', 'no json', 'null', '[]', '{"origin":1}', '{"origin":"x","nonce":"n"}']) {
      sessionStorage.setItem(key, text);
      expect(readRecord(), text).to.be.null;
    }
  });
});
