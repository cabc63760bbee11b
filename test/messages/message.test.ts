import { expect } from '@open-wc/testing';
import { formOf, humanize, piecesOf, textOf } from '../../src/messages/index.js';

const [isolate, end] = ['\u2068', '\u2069'];

describe('messages', () => {
  it('choose the plural form of the language', () => {
    const message = { one: '{n} day', other: '{n} days' };
    expect([1, 2, 0].map((n) => formOf(message, n, 'en'))).to.deep.equal(['{n} day', '{n} days', '{n} days']);
    expect(formOf({ few: 'few', other: 'other' }, 3, 'pl')).to.equal('few');
    expect(formOf('always', 7, 'en')).to.equal('always');
  });

  it('isolate values from the text, and keep placeholders without a value', () => {
    expect(piecesOf('{p} to {a}, {x}', { p: 'Ring', a: '' }, 'en')).to.deep.equal([
      { value: 'Ring' },
      ' to ',
      { value: '' },
      ', ',
      '{x}',
    ]);
  });

  it('write a number as the language and its region do, as part of the text', () => {
    const written = (locale: string, n = 12_345) => piecesOf('{n}', { n }, locale);
    expect(written('en')).to.deep.equal(['12,345']);
    expect(written('de')).to.deep.equal(['12.345']);
    expect(written('en-IN', 1_234_567)).to.deep.equal(['12,34,567']);
    expect(written('ar-EG')).to.deep.equal(['١٢٬٣٤٥']);
    expect(written('ar-MA')).to.deep.equal(['12.345']);
    expect(written('ar-MA-u-nu-arab', 5)).to.deep.equal(['٥']);
    // A name that consists of digits stays as it is.
    expect(piecesOf('{p}', { p: '12345' }, 'de')).to.deep.equal([{ value: '12345' }]);
  });

  it('isolate names in a plain text only if it is written from right to left', () => {
    const text = (locale: string) => textOf(piecesOf('{p}: {n}', { p: 'Ring (2)', n: 3 }, locale), locale);
    expect(text('ar-EG')).to.equal(`${isolate}Ring (2)${end}: ٣`);
    expect(text('he')).to.equal(`${isolate}Ring (2)${end}: 3`);
    // A text without marks can be found by the name as it is read.
    expect(text('en')).to.equal('Ring (2): 3');
    expect(textOf(['no name'], 'ar')).to.equal('no name');
  });

  it('spell out an untranslated word', () => {
    expect(humanize('body_temperature')).to.equal('body temperature');
    expect(humanize('carrier-pigeon')).to.equal('carrier pigeon');
  });
});
