import { expect } from '@open-wc/testing';
import type { PublicResult } from '../../../src/contract/index.js';
import { withResult } from '../../../src/flow/index.js';

const result: PublicResult = {
  state: 'error',
  provider: 'quartz scale',
  connected: false,
  provider_id: null,
  redirect_url: null,
  error_type: 'user_cancelled',
  link_session_id: 's/1',
  consent: null,
};

describe('the redirect URL', () => {
  it('keeps its own query and fragment', () => {
    const added = 'state=error&provider=quartz%20scale&link_session_id=s%2F1&error_type=user_cancelled';
    expect(withResult('https://app.example/a', result)).to.equal(`https://app.example/a?${added}`);
    expect(withResult('https://app.example/a?b=1#c?d#e', result)).to.equal(
      `https://app.example/a?b=1&${added}#c?d#e`,
    );
    expect(withResult('https://app.example/?', result)).to.equal(`https://app.example/?${added}`);
    expect(withResult('com.example.app:/return', result)).to.equal(`com.example.app:/return?${added}`);
  });

  it('gets the confirmation code only if there is one', () => {
    expect(
      withResult('https://app.example/', {
        ...result,
        error_type: null,
        state: 'success',
        confirm_code: 'c 1',
      }),
    ).to.equal(
      'https://app.example/?state=success&provider=quartz%20scale&link_session_id=s%2F1&confirm_code=c%201',
    );
  });
});
