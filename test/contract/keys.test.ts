import { expect } from '@open-wc/testing';
import { createApiKey } from '../../src/contract/index.js';

describe('the expiry of a key', () => {
  const problems = (expires_at: string) =>
    createApiKey.body.safeParse({ name: 'n', expires_at }).error?.issues.map(({ message }) => message) ?? [];

  it('is a moment in any time zone, and names the zone', () => {
    for (const moment of ['2027-03-01T00:00:00Z', '2027-03-01T00:00:00.5+02:00'])
      expect(problems(moment), moment).to.deep.equal([]);
    for (const wrong of ['2027-03-01', '2027-03-01T00:00:00', 'soon'])
      expect(problems(wrong), wrong).to.deep.equal([
        'expected a time with its zone, such as 2027-03-01T00:00:00Z',
      ]);
  });
});
