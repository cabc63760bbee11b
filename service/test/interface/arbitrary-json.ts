// Values that fit a JSON Schema of the document, made by fast-check.
import fc, { type Arbitrary } from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** The range of dates that the service's tests use. */
const dates = { min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true };

const formats: Readonly<Record<string, Arbitrary<string>>> = {
  uuid: fc.uuid(),
  date: fc.date(dates).map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc.date(dates).map((date) => date.toISOString()),
  uri: fc.webUrl(),
  email: fc.emailAddress(),
};

/** Valid values of a schema. Its references lead to `components`. */
export function arbitraryJson(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
): Arbitrary<unknown> {
  const of = (inner: unknown) => arbitraryJson(inner as Schema, components);
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return of(components[$ref.split('/').at(-1) ?? ''] ?? {});
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (Array.isArray(schema['x-extensible-enum']))
    return fc.constantFrom(...(schema['x-extensible-enum'] as unknown[]));
  const options = anyOf ?? oneOf;
  if (Array.isArray(options)) return fc.oneof(...options.map(of));
  if (Array.isArray(allOf))
    return fc.tuple(...allOf.map(of)).map((parts) => Object.assign({}, ...parts) as object);
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => of({ ...schema, type: each as string })));

  const number = (name: string, other: number) => (typeof schema[name] === 'number' ? schema[name] : other);
  switch (type) {
    case 'string': {
      const format = formats[String(schema['format'])];
      if (format) return format;
      if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern']));
      const minLength = number('minLength', 0);
      return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(number('maxLength', 40), 300)) });
    }
    case 'integer':
      return fc.integer({
        min: number('minimum', -1000),
        max: Math.min(number('maximum', 100_000), 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: number('minimum', -1e6), max: number('maximum', 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = number('minItems', 0);
      const maxLength = Math.max(minLength, Math.min(number('maxItems', 4), 4));
      return fc.array(of(schema['items'] ?? {}), { minLength, maxLength });
    }
    case 'object': {
      const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
      const requiredKeys = (schema['required'] ?? []) as string[];
      const known = fc.record(Object.fromEntries(properties.map(([key, inner]) => [key, of(inner)])), {
        requiredKeys: requiredKeys.filter((key) => properties.some(([name]) => name === key)),
        noNullPrototype: true,
      });
      const { additionalProperties } = schema;
      if (typeof additionalProperties !== 'object') return known;
      const more = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), of(additionalProperties), {
        maxKeys: 3,
      });
      return fc.tuple(more, known).map(([others, own]) => ({ ...others, ...own }));
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}
