import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import * as z from 'zod/mini';
import * as subset from '../../src/zod-subset.js';
import { HostedMessage } from '../../src/bridge/index.js';
import {
  ErrorBody,
  LinkProvider,
  LinkResult,
  LinkSession,
  completeMfa,
  linkWithPassword,
  startLink,
  startOauth,
} from '../../src/contract/index.js';

/** `test/support/bundle-plugin.mjs` puts a number here. */
declare const PROPERTY_RUNS: number;

type Subset = ReturnType<typeof subset.string>;

/** The parts of a zod schema's own data that this test reads. */
interface Def {
  readonly type: string;
  readonly shape: Record<string, z.ZodMiniType>;
  readonly catchall?: unknown;
  readonly innerType: z.ZodMiniType;
  readonly element: z.ZodMiniType;
  readonly options: readonly z.ZodMiniType[];
  readonly values: readonly unknown[];
}

/** The same schema, made with the subset. */
function rebuild(schema: z.ZodMiniType): Subset {
  const def = schema._zod.def as unknown as Def;
  switch (def.type) {
    case 'string':
      return subset.string();
    case 'number':
      return subset.int();
    case 'boolean':
      return subset.boolean();
    case 'literal':
      return subset.literal(def.values);
    case 'optional':
      return subset.optional(rebuild(def.innerType));
    case 'nullable':
      return subset.nullable(rebuild(def.innerType));
    case 'union':
      return subset.union(def.options.map(rebuild));
    case 'array':
      return subset.array(rebuild(def.element));
    case 'object': {
      const shape = Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [name, rebuild(field)]),
      );
      return def.catchall ? subset.looseObject(shape) : subset.object(shape);
    }
    default:
      throw new Error(`zod-subset has no ${def.type}`);
  }
}

/** Values that more or less fit the schema. */
function near(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def;
  const good = (): fc.Arbitrary<unknown> => {
    switch (def.type) {
      case 'string':
        return fc.string();
      case 'number':
        return fc.oneof(fc.integer(), fc.double());
      case 'boolean':
        return fc.boolean();
      case 'literal':
        return fc.constantFrom(...def.values);
      case 'optional':
        return fc.oneof(fc.constant(undefined), near(def.innerType));
      case 'nullable':
        return fc.oneof(fc.constant(null), near(def.innerType));
      case 'union':
        return fc.oneof(...def.options.map(near));
      case 'array':
        return fc.array(near(def.element), { maxLength: 3 });
      default: {
        const fields = Object.fromEntries(
          Object.entries(def.shape).map(([name, field]) => [name, near(field)]),
        );
        return fc.record({ ...fields, later: fc.string() }, { requiredKeys: [] });
      }
    }
  };
  return fc.oneof({ weight: 30, arbitrary: good() }, { weight: 1, arbitrary: fc.jsonValue() });
}

/** Zod leaves out fields of this name if its schemas see them. */
function withoutProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProto);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutProto(field)]));
}

const schemas: Record<string, z.ZodMiniType> = {
  LinkProvider,
  LinkResult,
  LinkSession,
  ErrorBody,
  HostedMessage,
  'the answer of startLink': startLink.response,
  'the answer of startOauth': startOauth.response,
  'the body of linkWithPassword': linkWithPassword.body,
  'the body of completeMfa': completeMfa.body,
  'what is cut to its own fields inside of what is not': z.looseObject({
    one: z.object({ name: z.string() }),
    list: z.array(z.object({ name: z.string() })),
    either: z.union([z.optional(z.string()), z.boolean()]),
  }),
};

describe('the subset of zod in the bundles', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    it(`reads ${name} as zod does`, () => {
      const own = rebuild(schema);
      fc.assert(
        fc.property(near(schema), (value) => {
          const expected = schema.safeParse(value);
          const found = own.safeParse(value);
          expect(found.success).to.equal(expected.success);
          if (expected.success && found.success)
            expect(withoutProto(found.data)).to.deep.equal(withoutProto(expected.data));
        }),
        { numRuns: PROPERTY_RUNS },
      );
    });
  }

  it('reads one literal in the same way as several', () => {
    expect(subset.literal('a').safeParse('a').success).to.equal(true);
    expect(subset.literal('a').safeParse('b').success).to.equal(false);
  });

  it('takes nothing from a prototype', () => {
    const hostile: unknown = JSON.parse(
      '{"state":"started","link_session_id":"s","__proto__":{"provider":"evil"}}',
    );
    for (const schema of [LinkSession, rebuild(LinkSession)]) {
      const read = schema.safeParse(hostile);
      expect(read.success).to.equal(true);
      if (read.success) expect((read.data as { provider?: string }).provider).to.equal(undefined);
    }
  });

  it('ignores a field that a page has given to every object', () => {
    const everything = Object.prototype as { added?: unknown };
    everything.added = () => 'by a library of the page';
    try {
      const Row = subset.looseObject({ name: subset.string() });
      expect(Row.safeParse({ name: 'Ring' })).to.deep.equal({ success: true, data: { name: 'Ring' } });
    } finally {
      delete everything.added;
    }
  });

  it('keeps the other items of a list if one is changed', () => {
    const list = subset.array(subset.object({ name: subset.string() }));
    const rows = [{ name: 'A' }, { name: 'B', more: 1 }, { name: 'C' }];
    expect(list.safeParse(rows)).to.deep.equal({
      success: true,
      data: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
    });
  });

  it('answers the rows of a list as they came, without a copy of each', () => {
    const provider = { name: 'A', slug: 'a', auth_type: 'password', resources: ['sleep'], later: 'kept' };
    const answer = {
      session: { state: 'created', link_session_id: 's' },
      providers: [provider, { ...provider }],
    };

    const read = rebuild(startLink.response).safeParse(answer);

    expect(read.success && (read.data as typeof answer).providers).to.equal(answer.providers);
    const broken = { ...answer, providers: [provider, { ...provider, resources: ['sleep', 1] }] };
    expect(rebuild(startLink.response).safeParse(broken).success).to.equal(false);
  });
});
