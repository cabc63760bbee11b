import { expect } from '@open-wc/testing';
import { factsOf, keepFacts, plainSettings, type PageFacts } from '../../src/hosted/page-record.js';
import { readRecord } from '../../src/hosted/window-record.js';

const facts: PageFacts = {
  session: 's1',
  opener: { origin: 'https://app.example', nonce: 'n1' },
  settings: { ...plainSettings, mode: 'window', providers: ['aurora_ring'], label: 'Connect' },
  provider: 'aurora_ring',
  locale: 'de',
  chosen: { name: 'Aurora Ring', slug: 'aurora_ring', auth_type: 'oauth' },
  ended: { state: 'error', errorType: 'user_cancelled', waits: false, left: 'left', name: 'Aurora Ring' },
};
const read = (): PageFacts | null => {
  const record = readRecord();
  return record && factsOf(record);
};

describe('the record of a page with the whole widget', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => sessionStorage.clear());

  it('is the same after a reload', () => {
    keepFacts(facts);
    expect(read()).to.deep.equal(facts);
  });

  it('is the same if an address opened the page, and little is known', () => {
    const few: PageFacts = {
      ...{ session: 's1', opener: null, settings: plainSettings },
      ...{ provider: null, locale: null, chosen: null, ended: null },
    };
    keepFacts(few);
    expect(read()).to.deep.equal(few);
  });

  it('is not kept before its session is known', () => {
    keepFacts({ ...facts, session: null });
    expect(readRecord()).to.equal(null);
  });

  it('falls back to plain settings and no provider if it cannot be read', () => {
    const record = { session: 's1', origin: '', nonce: '', provider: '' };
    const page = { settings: { mode: 'carousel' }, chosen: { name: 1 } };
    expect(factsOf({ ...record, page })).to.deep.include({ settings: plainSettings, chosen: null });
    expect(factsOf({ ...record, page: {} })).to.deep.include({ settings: plainSettings, ended: null });
  });
});
