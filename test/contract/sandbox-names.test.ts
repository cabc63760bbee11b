import { expect } from '@open-wc/testing';
import { sandboxAccount, sandboxAnswer, sandboxCode, sandboxRegion } from '../../src/contract/index.js';

const refused = { type: 'error', errorType: 'provider_credential_error' };
const answerTo = (name: string, password = 'good') => sandboxAnswer(`${name}@example.com`, password);

describe('the answer of a fictional provider', () => {
  it('is decided by the part of the user name before the @, in any case and with spaces around it', () => {
    for (const name of ['ok', 'OK', ' ok ', 'pull-retry', 'pull-fail', 'shared'])
      expect(answerTo(name), name).to.deep.equal({ type: 'success' });
    expect(answerTo('twice')).to.deep.equal({ type: 'challenge', codes: ['sms', 'second-email'] });
    for (const name of ['sms', 'email', 'carrier-pigeon'])
      expect(answerTo(name)).to.deep.equal({ type: 'challenge', codes: [name] });
    expect(answerTo('slow')).to.deep.equal({ type: 'slow', milliseconds: 20_000 });
    expect(answerTo('hang')).to.deep.equal({ type: 'hang' });
    expect(answerTo('garbage')).to.deep.equal({ type: 'garbage' });
  });

  it('is a refusal for unknown names, for names that are not addresses, and for any password that does not begin with good', () => {
    for (const name of ['okay', 'toString', '']) expect(answerTo(name), name).to.deep.equal(refused);
    for (const username of ['ok', 'okx', '@example.com', 'ok@', ''])
      expect(sandboxAnswer(username, 'good'), username).to.deep.equal(refused);
    expect(sandboxAnswer('ok@x', 'good')).to.deep.equal({ type: 'success' });
    expect(sandboxAnswer('ok@example.com', 'good-one')).to.deep.equal({ type: 'success' });
    for (const password of ['Good', 'no good', '']) expect(answerTo('ok', password)).to.deep.equal(refused);
  });

  it('is the error that a name says, exactly as it is typed', () => {
    expect(answerTo('error-account_LOCKED.2')).to.deep.equal({
      type: 'error',
      errorType: 'account_LOCKED.2',
    });
    expect(answerTo('ERROR-a')).to.deep.equal({ type: 'error', errorType: 'a' });
    for (const name of ['error-', `error-${'a'.repeat(65)}`, 'error-a b', 'an error-a'])
      expect(answerTo(name), name).to.deep.equal(refused);
  });

  it('is the status that a name says, and when to ask again after 429', () => {
    expect(answerTo('status-503')).to.deep.equal({ type: 'http-status', status: 503 });
    expect(answerTo('Status-404')).to.deep.equal({ type: 'http-status', status: 404 });
    expect(answerTo('status-429')).to.deep.equal({ type: 'http-status', status: 429, retryAfter: 30 });
    for (const name of ['status-200', 'status-5000', 'status-5x3', 'status-50x', 'my status-500'])
      expect(answerTo(name), name).to.deep.equal(refused);
  });
});

describe('the code of a name', () => {
  it('has a method, a hint and digits for each name', () => {
    expect(sandboxCode('sms')).to.deep.equal({ method: 'sms', hint: '••• 42', code: '123456' });
    expect(sandboxCode('email')).to.deep.equal({
      method: 'email',
      hint: 'a•••@example.com',
      code: '123456',
    });
    expect(sandboxCode('second-email')).to.deep.equal({
      method: 'email',
      hint: 'a•••@example.com',
      code: '654321',
    });
    expect(sandboxCode('carrier-pigeon')).to.deep.equal({
      method: 'carrier-pigeon',
      hint: 'the pigeon on your roof',
      code: '123456',
    });
    expect(sandboxCode('toString')).to.equal(undefined);
  });
});

describe('the account behind a user name', () => {
  it('is the same in any case and with spaces, and another for each address', () => {
    expect(sandboxAccount(' Ok @ Example.com ')).to.equal('ok@example.com');
    expect(sandboxAccount('ok@a@b')).to.equal('ok@a@b');
    expect(sandboxAccount('ok')).to.equal('ok@');
  });

  it('is the same for everybody who signs in as “shared”', () => {
    expect(sandboxAccount('Shared@example.com')).to.equal('shared');
    expect(sandboxAccount('shared@elsewhere.example')).to.equal('shared');
  });
});

it('has one region that works, if a provider has regions', () => {
  expect([
    sandboxRegion('xenon_pump'),
    sandboxRegion('yarrow_meter'),
    sandboxRegion('aurora_ring'),
  ]).to.deep.equal(['eu', 'us', undefined]);
});
