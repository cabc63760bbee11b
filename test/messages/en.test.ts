import { expect } from '@open-wc/testing';
import { linkErrorTypes, ownProblemCodes } from '../../src/contract/index.js';
import { en } from '../../src/messages/en.js';
import type { Message } from '../../src/messages/index.js';

const forms = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

describe('the English catalogue', () => {
  it('has a title, a text and an action for every problem', () => {
    for (const code of [...linkErrorTypes, ...ownProblemCodes, 'unknown'] as const)
      for (const part of ['title', 'text', 'action'] as const)
        expect(forms(en[`problem.${code}.${part}`])[0], `${code} ${part}`).to.match(/\S/);
  });

  it('has only placeholders that are filled in', () => {
    const names = new Set(
      Object.values<Message>(en).flatMap((message) =>
        forms(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
      ),
    );
    expect([...names].sort()).to.deep.equal([
      'a',
      'hint',
      'method',
      'n',
      'name',
      'p',
      'query',
      'site',
      'time',
    ]);
  });

  it('has no jargon and no pleading', () => {
    for (const [key, message] of Object.entries<Message>(en))
      for (const text of forms(message))
        expect(text, key).not.to.match(
          /\b(please|sorry|oops|invalid|forbidden|credentials|token|error|provider)\b/i,
        );
  });

  it('uses real typography: no typewriter quotes, no three dots, no two spaces', () => {
    for (const [key, message] of Object.entries<Message>(en))
      for (const text of forms(message)) expect(text, key).not.to.match(/['"]|\.\.| {2}|^ /);
  });

  it('names no kind of data by an abbreviation or by a program’s name', () => {
    for (const [resource, words] of Object.entries({
      hrv: 'heart rate variability',
      vo2_max: 'VO₂ max',
      fat: 'body fat',
      calories_active: 'active calories',
      hypnogram: 'sleep chart',
      workout_stream: 'workout details',
    }))
      expect(Reflect.get(en, `resource.${resource}`), resource).to.equal(words);
  });
});
