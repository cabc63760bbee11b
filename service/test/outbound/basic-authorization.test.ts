// An application identifies itself by HTTP Basic in a way that suits servers that decode both parts, and servers that do
// not.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { basicAuthorization } from '../../src/outbound/index.js';

const partsOf = (header: string): readonly string[] =>
  Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':');

describe('an application by HTTP Basic', () => {
  // SMART App Launch 2, "Example Header for Confidential Symmetric client authentication".
  it('sends the header that SMART App Launch gives as an example', () => {
    assert.equal(basicAuthorization('my-app', 'my-app-secret-123'), 'Basic bXktYXBwOm15LWFwcC1zZWNyZXQtMTIz');
  });

  it('leaves what usual ids and secrets are made of as it is', () => {
    const [id, secret] = ['0oa-Az_9.apps.example.com', 'GOCSPX-aZ_9.~8Q*'];
    assert.deepEqual(partsOf(basicAuthorization(id, secret)), [id, secret]);
  });

  it('encodes what would end the id or be read as something else', () => {
    assert.deepEqual(partsOf(basicAuthorization('a client:ü', '50%+x')), ['a+client%3A%C3%BC', '50%25%2Bx']);
  });

  it('is read back by whoever decodes', () => {
    const all = Array.from({ length: 0x17f }, (_, code) => String.fromCodePoint(code + 1)).join('');
    for (const part of partsOf(basicAuthorization(all, all)))
      assert.equal(decodeURIComponent(part.replaceAll('+', ' ')), all);
  });
});
