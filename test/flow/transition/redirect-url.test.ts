import { expect } from '@open-wc/testing';
import type { PublicResult } from '../../../src/contract/index.js';
import { isFollowable, withResult } from '../../../src/flow/index.js';

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
  it('is followed to web pages and apps', () => {
    for (const url of [
      'https://app.example',
      'https://app.example/a?b=1#c',
      'HTTPS://APP.EXAMPLE/',
      'http://localhost:3000/x',
      'http://[::1]:3000/',
      'com.example.app:/return',
      'com.example.app://return',
      'app2.example-3.de:/return',
      'https://app.example/@me',
      'https://app.example?to=a@b',
    ]) {
      expect(isFollowable(url), url).to.equal(true);
    }
  });

  it('is not followed anywhere else', () => {
    for (const url of [
      '',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'java\tscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,x',
      'blob:https://app.example/1',
      'vbscript:x',
      'file:///etc/passwd',
      'intent://x#Intent;end',
      'about:blank',
      '//evil.example',
      '\\\\evil.example',
      'https:\\\\evil.example',
      'https://app.example\\@evil.example',
      'https://app.example/\u0001',
      'https://app.example/a b',
      'com.exa\nmple.app:/x',
      'https://user@evil.example/',
      'https://user:pass@evil.example',
      'https:evil.example',
      'https:///evil.example',
      'https://',
      '/relative',
      'app:/return',
      'ftp://app.example/',
      '.app:/x',
      'javascript:com.example:1',
      'app.example/x:1',
      'app:8080.example:1',
    ]) {
      expect(isFollowable(url), JSON.stringify(url)).to.equal(false);
    }
  });

  it('keeps its own query and fragment', () => {
    const added = 'state=error&provider=quartz%20scale&link_session_id=s%2F1&error_type=user_cancelled';
    expect(withResult('https://app.example/a', result)).to.equal(`https://app.example/a?${added}`);
    expect(withResult('https://app.example/a?b=1#c?d#e', result)).to.equal(
      `https://app.example/a?b=1&${added}#c?d#e`,
    );
    expect(withResult('https://app.example/?', result)).to.equal(`https://app.example/?${added}`);
    expect(withResult('com.example.app:/return', result)).to.equal(`com.example.app:/return?${added}`);
  });

  it('gains the confirmation code only where there is one', () => {
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
