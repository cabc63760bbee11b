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
    ['Your code is AB12CD', 'AB12CD'],
    ['Your code is AB12-CD34. It works for 10 minutes.', 'AB12CD34'],
    ['Your code is ABCDEF.', 'ABCDEF'],
    ['Use ab12cd to sign in at example.com', 'ab12cd'],
    ['Your code is AB12CD. Call 1800 123 456 if it was not you.', 'AB12CD'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳ ۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['１２３４５６', '123456'],
    ['ＡＢ１２', 'AB12'],
    ['رمزك هو ١٢٣٤٥٦', '123456'],
    ['認証コードは１２３４５６です', '123456'],
    ['認証コードはAB12CDです', 'AB12CD'],
    ['', ''],
  ];
  for (const [typed, code] of cases)
    it(`reads ${JSON.stringify(typed)} as ${JSON.stringify(code)}`, () => {
      expect(cleanCode(typed)).to.equal(code);
    });
});
