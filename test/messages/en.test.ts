import { expect } from '@open-wc/testing';
import { linkErrorTypes, ownProblemCodes } from '../../src/contract/index.js';
import { en } from '../../src/messages/en.js';
import { formOf, humanize, piecesOf, type Message } from '../../src/messages/index.js';

const forms = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

describe('the English catalogue', () => {
  it('has a title, a text and an action for every problem', () => {
    for (const code of [...linkErrorTypes, ...ownProblemCodes, 'unknown'] as const)
      for (const part of ['title', 'text', 'action'] as const)
        expect(forms(en[`problem.${code}.${part}`])[0], `${code} ${part}`).to.match(/\S/);
  });

  it('holds only placeholders that somebody fills in', () => {
    const names = new Set(
      Object.values<Message>(en).flatMap((message) =>
        forms(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
      ),
    );
    expect([...names].sort()).to.deep.equal(['a', 'hint', 'method', 'n', 'name', 'p', 'query']);
  });

  it('says no jargon and does not beg', () => {
    for (const [key, message] of Object.entries<Message>(en))
      for (const text of forms(message))
        expect(text, key).not.to.match(/\b(please|sorry|oops|invalid|forbidden|credentials|token|error)\b/i);
  });
});

describe('messages', () => {
  it('choose the plural form of the language', () => {
    const message = { one: '{n} day', other: '{n} days' };
    expect([1, 2, 0].map((n) => formOf(message, n, 'en'))).to.deep.equal(['{n} day', '{n} days', '{n} days']);
    expect(formOf({ few: 'few', other: 'other' }, 3, 'pl')).to.equal('few');
    expect(formOf('always', 7, 'en')).to.equal('always');
  });

  it('set values apart from the text, and leave what has no value', () => {
    expect(piecesOf('{p} to {a}, {x}', { p: 'Ring', a: '' })).to.deep.equal([
      { value: 'Ring' },
      ' to ',
      { value: '' },
      ', ',
      '{x}',
    ]);
  });

  it('spell out a word that nobody translated', () => {
    expect(humanize('body_temperature')).to.equal('body temperature');
    expect(humanize('carrier-pigeon')).to.equal('carrier pigeon');
  });
});
