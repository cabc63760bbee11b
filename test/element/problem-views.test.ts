import { expect } from '@open-wc/testing';
import { viewOf, type ProblemCase } from '../../src/element/steps/problem-views.js';

describe('the look of a problem', () => {
  // Only the page has words for these codes, and no list of this version has them.
  for (const code of ['moon_phase', 'constructor'] as unknown as ProblemCase[])
    it(`is up to the person for ${code}, which is new`, () => {
      const { does, or, calm } = viewOf(code);
      expect(does).to.deep.equal({ type: 'retry-requested' });
      expect(or.map(({ label }) => label)).to.deep.equal(['step.problem.choose-another']);
      expect(calm).to.equal(undefined);
    });

  it('is calm only if nothing went wrong', () => {
    const codes: readonly ProblemCase[] = ['user_cancelled', 'offline', 'webview_refused', 'network_failed'];
    expect(codes.filter((code) => viewOf(code).calm)).to.deep.equal(codes.slice(0, 3));
  });
});
