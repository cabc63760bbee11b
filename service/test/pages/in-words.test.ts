import assert from 'node:assert/strict';
import { it } from 'vitest';
import { pageLanguages } from '../../src/pages/words/index.js';
import { inWords } from '../../src/pages/in-words.js';

it('isolates names in a title if the text or a name runs from right to left', () => {
  const title = (language: string, p: string): string =>
    inWords(pageLanguages[language]!, { p, a: 'Acme' }).plainly('going.title');
  assert.equal(title('en', 'Aurora Ring'), 'Taking you to Aurora Ring…');
  assert.equal(title('en', 'ساعة (2)'), 'Taking you to \u2068ساعة (2)\u2069…');
  assert.match(title('he', 'Ring (2)'), /\u2068Ring \(2\)\u2069/);
});
