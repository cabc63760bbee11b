// JSON of providers: no digit of an id is lost, and no answer keeps the service busy.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { parseJson } from '../../src/provider-http/index.js';

const id = '12345678901234567890';

describe('a number', () => {
  for (const [text, value] of [
    [id, id],
    [`-${id}`, `-${id}`],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['-9007199254740992', '-9007199254740992'],
    [`0.${id}`, 0.12345678901234568],
    [`${id}.5`, Number(id)],
    [`${id}e2`, Number(`${id}00`)],
    [`1E-${'0'.repeat(16)}2`, 0.01],
    ['1234567890123456', 1234567890123456],
  ] as const)
    it(`${text} is ${JSON.stringify(value)}`, () => assert.equal(parseJson(text), value));
});

describe('a text', () => {
  for (const inside of [id, `: ${id},`, `"${id}`, `\\"${id}`, `${id}\\`, `\n${id}\t"`, `\u2028${id}`, ''])
    it(`keeps what it holds: ${JSON.stringify(inside)}`, () => {
      const text = JSON.stringify({ [inside]: [inside, inside] }).replace(/\}$/, `,"id":${id}}`);
      assert.deepEqual(parseJson(text), { [inside]: [inside, inside], id });
    });
});

it('what is no JSON is undefined', () => {
  for (const text of ['', '<html>', id.concat('x'), `{"id":${id}`, `"${id}`, `[${id}"]`, `\\"${id}"`])
    assert.equal(parseJson(text), undefined, text);
});

// 1 MB of some of these took minutes. Two seconds are hundreds of times what they take now.
describe('time grows no faster than the answer', () => {
  const megabyte = 1_000_000;
  for (const [name, text, isJson] of [
    ['a text that does not end', `${id} "${'\\"'.repeat(megabyte / 2)}`, false],
    ['quotes alone', id + '"'.repeat(megabyte), false],
    ['backslashes alone', `${id} "${'\\'.repeat(megabyte)}`, false],
    ['a text of 9 MB', `["${'x'.repeat(9 * megabyte)}",${id}]`, true],
    ['a text of digits', `["${'1'.repeat(9 * megabyte)}",${id}]`, true],
    ['a text of escapes', `["${'\\n'.repeat(megabyte / 2)}",${id}]`, true],
    ['a number of 9 MB', `[${'1'.repeat(9 * megabyte)},${id}]`, true],
    ['a list of numbers', `[${'1.5,'.repeat(megabyte / 4)}${id}]`, true],
  ] as const)
    it(`with ${name}`, () => {
      const before = performance.now();
      const parsed = parseJson(text);
      assert.ok(performance.now() - before < 2_000);
      assert.equal(Array.isArray(parsed) && parsed.at(-1) === id, isJson);
    });
});
