import { expect } from '@open-wc/testing';
import { clientErrorOf, ClientError } from '../../src/client/client-error.js';
import { codeOf, detailOf } from '../../src/client/code-of.js';
import { reasonOf } from '../../src/client/reason-of.js';

describe('the error of a client', () => {
  it('says nothing that it does not know', () => {
    const error = new ClientError('GET /v2/user', { code: 'timeout' });
    expect(error.name).to.equal('ClientError');
    expect(error.message).to.equal('GET /v2/user: timeout');
    const { status, errorType, retryAfter, reference, detail } = error;
    expect({ status, errorType, retryAfter, reference, detail }).to.deep.equal({
      status: 0,
      ...{ errorType: null, retryAfter: null, reference: null, detail: null },
    });
  });

  it('is a network error if nobody knows whether there is a network', () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
    Object.defineProperty(globalThis, 'navigator', { value: undefined, configurable: true });
    try {
      expect(clientErrorOf('GET /v2/user', new TypeError('no')).code).to.equal('network_failed');
    } finally {
      Object.defineProperty(globalThis, 'navigator', own);
    }
  });

  it('uses the type of a refusal, and the status if that says more', () => {
    const typed = (error_type: unknown) => ({ detail: { error_type } });
    for (const [status, body, code] of [
      [429, typed('token_expired'), 'rate_limited'],
      [302, typed('token_expired'), 'service_error'],
      [500, typed('token_expired'), 'service_error'],
      [418, { detail: 'a teapot' }, 'service_error'],
      [418, typed('teapot'), 'teapot'],
      [401, typed('token_expired'), 'token_expired'],
      [404, typed('no_such_thing'), 'not_found'],
      [422, typed(7), 'invalid_request'],
    ] as const)
      expect(codeOf(status, body), `${status} ${JSON.stringify(body)}`).to.equal(code);
    expect(detailOf(typed(7)).errorType).to.equal(null);
  });

  it('names the fields that have a name and the reasons that are words', () => {
    const reason = (...places: unknown[]) => reasonOf(422, places);
    expect(reason({ loc: 'x', msg: 'is wrong' })).to.equal('is wrong');
    expect(reason({ loc: ['body', 'a'], msg: 7 })).to.equal('a');
    expect(reason({}, { loc: ['body', 'a'], msg: 'is wrong' })).to.equal('a: is wrong');
    expect(reasonOf(422, { error_message: 7 })).to.equal('');
    expect(reasonOf(422, 'a\n\n b')).to.equal('a b');
  });
});
