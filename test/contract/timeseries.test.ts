import { expect } from '@open-wc/testing';
import { readTimeseries, timeseriesOf, type TimeseriesResource } from '../../src/contract/index.js';

describe('the single readings of a resource', () => {
  it('are requested at the same address, and are in each answer', () => {
    const glucose = timeseriesOf('glucose');
    expect([glucose.method, glucose.path]).to.deep.equal([readTimeseries.method, readTimeseries.path]);
    expect(glucose.response.safeParse({ glucose: [] }).success).to.equal(true);
    for (const other of [{}, { water: [] }, { glucose: [1] }])
      expect(glucose.response.safeParse(other).success, JSON.stringify(other)).to.equal(false);
  });

  it('of a resource that only the service knows are unchanged', () => {
    // A caller without TypeScript could ask this.
    const { response } = timeseriesOf('moon' as TimeseriesResource);
    expect(response.safeParse({ moon: [1] }).success).to.equal(true);
    expect(response.safeParse({ glucose: 1 }).success).to.equal(false);
  });
});
