// Which fields of a body count as misspelt, and which are ignored, by a schema alone.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import * as z from 'zod/mini';
import { headerOf, unknownFields } from '../../src/http/unknown-fields.js';

const text = z.string();
/** The result of `unknownFields`, with each slip as its place and the name that is meant. */
function found(schema: z.ZodMiniType, value: unknown) {
  const { slips, ignored } = unknownFields(schema, value);
  return { slips: slips.map(({ loc, meant }) => [...loc, '→', meant].join(' ')), ignored };
}
const nothing = { slips: [], ignored: [] };

describe('a misspelt name', () => {
  const schema = z.object({ first_name: text });
  for (const [name, is] of [
    ['first_nam', true],
    ['irst_name', true],
    ['firs_name', true],
    ['first_names', true],
    ['xfirst_name', true],
    ['firsst_name', true],
    ['first_nane', true],
    ['zirst_name', true],
    ['fisrt_name', true],
    ['ifrst_name', true],
    ['first_naem', true],
    ['firstName', true],
    ['First-Name', true],
    ['FIRST_NAME', true],
    ['FirsName', true],
    ['__first__name--', true],
    ['first_na', false],
    ['rst_name', false],
    ['first_namesx', false],
    ['firt_naem', false],
    ['fsirt_namx', false],
    ['firts_nam', false],
    ['frist_naem', false],
    ['fxrsy_name', false],
    ['fisxt_name', false],
    ['fixrt_name', false],
    ['first_name[]', true],
    ['first_name[0]', true],
    ['[]first_na[]me', false],
    ['first name', true],
    ['first  name', false],
    ['name', false],
    ['', false],
  ] as const)
    it(`is ${JSON.stringify(name)}: ${is}`, () =>
      assert.deepEqual(
        found(schema, { [name]: 1 }),
        is
          ? { slips: [`${name} → first_name`], ignored: [] }
          : { slips: [], ignored: [encodeURIComponent(name)] },
      ));

  it('means the first of several similar names', () => {
    assert.deepEqual(found(z.object({ cat: text, car: text }), { ca: 1 }).slips, ['ca → cat']);
  });

  it('means the name that differs only in case rather than a similar one', () => {
    assert.deepEqual(found(z.object({ lab: text, labs: text }), { Labs: 1 }).slips, ['Labs → labs']);
  });

  it('is not looked for in a name that is longer than any known one', () => {
    const long = 'a'.repeat(64);
    const ofLong = z.object({ [long]: text });
    assert.deepEqual(found(ofLong, { [`${long.slice(1)}b`]: 1 }).slips, [`${long.slice(1)}b → ${long}`]);
    assert.deepEqual(found(ofLong, { [`${long}a`]: 1 }), { slips: [], ignored: [`${long}...`] });
  });

  it('is reported up to 100 times', () => {
    const list = z.array(schema);
    const slips = (count: number) =>
      found(
        list,
        Array.from({ length: count }, () => ({ first_nam: 1 })),
      );
    assert.equal(slips(100).slips.length, 100);
    const { slips: most, ignored } = slips(101);
    assert.deepEqual([most.length, most[99], ignored], [100, '99 first_nam → first_name', []]);
  });
});

describe('an unknown field', () => {
  const schema = z.object({ name: text, address: z.object({ street: text }), list: z.array(text) });

  it('is reported in its order, with its place', () => {
    assert.deepEqual(found(schema, { x: 1, name: 'a', address: { street: 'b', zzz: 1, stret: 1 }, y: 2 }), {
      slips: ['address stret → street'],
      ignored: ['x', 'address.zzz', 'y'],
    });
  });

  it('is reported once for all items of a list', () => {
    const people = z.object({ people: z.array(z.object({ name: text })) });
    assert.deepEqual(found(people, { people: [{ x: 1 }, { x: 2, nam: 1 }] }), {
      slips: ['people 1 nam → name'],
      ignored: ['people[].x'],
    });
    assert.deepEqual(found(z.array(z.array(z.object({ a_name: text }))), [[{ x: 1 }]]).ignored, ['[][].x']);
  });

  it('is not found in a value of another type', () => {
    for (const value of [null, undefined, 'text', 1, []]) assert.deepEqual(found(schema, value), nothing);
    for (const value of [null, 'text', 1, [{ x: 1 }]])
      assert.deepEqual(found(schema, { address: value, list: value, name: value }), nothing);
    assert.deepEqual(found(z.array(schema), { x: 1 }), nothing);
    assert.deepEqual(found(text, { x: 1 }), nothing);
  });

  const inner = z.object({ known: text });
  // Built by the test, because the result for a schema is cached.
  for (const [kind, wrap] of Object.entries({
    optional: () => z.optional(inner),
    nullable: () => z.nullable(inner),
    default: () => z._default(inner, { known: '' }),
    prefault: () => z.prefault(inner, { known: '' }),
    nonoptional: () => z.nonoptional(inner),
    readonly: () => z.readonly(inner),
    'nullable and optional': () => z.optional(z.nullable(inner)),
    'one of several': () => z.union([text, inner, z.object({ other: text })]),
  }))
    it(`is found inside ${kind}`, () =>
      assert.deepEqual(found(z.object({ field: wrap() }), { field: { x: 1, knwon: 1 } }), {
        slips: ['field knwon → known'],
        ignored: ['field.x'],
      }));

  it('is not looked for in an object that allows other fields', () => {
    for (const open of [
      z.looseObject({ known: text }),
      z.catchall(z.object({ known: text }), text),
      z.record(text, text),
      z.union([text, z.number()]),
    ])
      assert.deepEqual(found(z.object({ field: open }), { field: { knwon: 1, x: 1 } }), nothing);
  });

  it('is found again in a schema that was read before', () => {
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(found(inner, { x: 1 }).ignored, ['x']);
      assert.deepEqual(found(text, { x: 1 }), nothing);
    }
  });

  it('is kept up to one more than are reported', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 1]));
    for (const [count, kept] of [
      [20, 20],
      [21, 21],
      [22, 21],
    ] as const)
      assert.equal(found(inner, many(count)).ignored.length, kept);
  });
});

describe('the name of an unknown field', () => {
  const schema = z.object({ known: text });
  const written = (name: string) => found(schema, { [name]: 1 }).ignored[0];

  it('is written as a header can contain it', () => {
    assert.equal(written('a b,\n'), 'a%20b%2C%0A');
    assert.equal(written('schön'), 'sch%C3%B6n');
  });

  it('is cut after 64 characters, but not within an escape sequence', () => {
    const of = (length: number) => 'x'.repeat(length);
    assert.equal(written(of(64)), of(64));
    assert.equal(written(of(65)), `${of(64)}...`);
    assert.equal(written(`${of(61)}  `), `${of(61)}%20...`);
    assert.equal(written(`${of(62)}  `), `${of(62)}...`);
    assert.equal(written(`${of(63)}  `), `${of(63)}...`);
    assert.equal(written(`a ${of(70)}`), `a%20${of(60)}...`);
  });

  it('is one of 20 in a header, which shows if there are more', () => {
    const names = Array.from({ length: 21 }, (_, at) => `x${at}`);
    assert.equal(headerOf([]), '');
    assert.equal(headerOf(['a', 'b']), 'a, b');
    assert.equal(headerOf(names.slice(0, 20)), names.slice(0, 20).join(', '));
    assert.equal(headerOf(names), `${names.slice(0, 20).join(', ')}, ...`);
  });
});
