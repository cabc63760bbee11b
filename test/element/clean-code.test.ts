import { expect } from '@open-wc/testing';
import { cleanCode } from '../../src/element/ui/clean-code.js';

describe('cleanCode', () => {
  const cases: [string, string][] = [
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['123–456', '123456'],
    ['Your code is 123456', '123456'],
    ['Your code is 123 456. It works for 10 minutes.', '123456'],
    ['code: 123456', '123456'],
    ['您的验证码是123456', '123456'],
    ['A1B2-C3D4', 'A1B2C3D4'],
    ['ABCD EFGH', 'ABCDEFGH'],
    ['ab12-cd34', 'ab12cd34'],
    ['', ''],
  ];
  for (const [typed, code] of cases)
    it(`reads ${JSON.stringify(typed)} as ${JSON.stringify(code)}`, () => {
      expect(cleanCode(typed)).to.equal(code);
    });
});
