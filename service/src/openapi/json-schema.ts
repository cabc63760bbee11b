// Schemas of the contract as JSON Schema 2020-12. Schemas with a name become components.
import * as contract from 'svc-link/contract';
import * as z from 'zod/mini';

/** A schema, with the types of the keywords that this folder reads. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/**
 * What an endpoint accepts, or what it answers. A field with a default is optional in the first and always present in the second.
 */
export type Direction = 'input' | 'output';

/** A schema that the contract exports keeps its name. */
const names = z.registry<{ id: string }>();
for (const [name, value] of Object.entries(contract)) {
  if (typeof value === 'object' && '_zod' in value) names.add(value, { id: name.replace(/Schema$/, '') });
}

/** Writes schemas in the form of an OpenAPI document. */
export interface SchemaWriter {
  /**
   * Writes a reference if the schema has a name, and the schema itself
   * otherwise. `name` is for a schema without a name in the contract.
   */
  write(schema: z.ZodMiniType, io: Direction, name?: string): JsonSchema;
  /** Writes the schema itself, with its fields, even if it has a name. */
  writeInPlace(schema: z.ZodMiniType, io: Direction): JsonSchema;
  /** The components that were referenced so far, by name. */
  components(): Readonly<Record<string, JsonSchema>>;
}

export function createSchemaWriter(): SchemaWriter {
  const stored = new Map<string, string>();

  const keep = (name: string, schema: JsonSchema): void => {
    const text = JSON.stringify(schema);
    const known = stored.get(name);
    if (known !== undefined && known !== text) throw new Error(`two schemas are called ${name}`);
    stored.set(name, text);
  };

  const put = ({ defs, root }: Converted, answers: Converted): JsonSchema => {
    // If request and answer have different schemas of the same name, the request's schema gets another name.
    const nameOf = (name: string) =>
      JSON.stringify(defs[name]) === JSON.stringify(answers.defs[name]) ? name : `${name}Input`;
    for (const [name, def] of Object.entries(defs)) keep(nameOf(name), refer(def, nameOf));
    return refer(root, nameOf);
  };

  return {
    write(schema, io, name) {
      const written = put(convert(schema, io), convert(schema, 'output'));
      if (name === undefined || written.$ref !== undefined) return written;
      keep(name, written);
      return { $ref: `#/components/schemas/${name}` };
    },
    writeInPlace: (schema, io) => put(inPlace(convert(schema, io)), inPlace(convert(schema, 'output'))),
    components: () =>
      Object.fromEntries(
        [...stored]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          // Only `keep` writes it.
          .map(([name, text]) => [name, JSON.parse(text) as JsonSchema]),
      ),
  };
}

interface Converted {
  readonly root: JsonSchema;
  readonly defs: Readonly<Record<string, JsonSchema>>;
}

function convert(schema: z.ZodMiniType, io: Direction): Converted {
  const written = z.toJSONSchema(schema, {
    io,
    metadata: names,
    override: ({ zodSchema, jsonSchema }) => {
      const format = z.globalRegistry.get(zodSchema)?.['format'];
      if (format !== undefined) jsonSchema['format'] = String(format);
      simplify(jsonSchema);
    },
  });
  // In zod's type every keyword may have `true` in place of an inner schema, but zod never writes that.
  const { $defs = {}, ...root } = { ...written, $schema: undefined } as JsonSchema;
  return { root, defs: $defs };
}

/** The same schema, but its root is not a reference. */
function inPlace({ root, defs }: Converted): Converted {
  const name = definitionOf(root.$ref);
  if (name === undefined) return { root, defs };
  const { [name]: own = {}, ...others } = defs;
  return { root: own, defs: others };
}

const definitionOf = (reference: unknown): string | undefined =>
  /^#\/\$defs\/(.+)$/.exec(String(reference))?.[1];

/** Removes details of zod's own checks, because readers must not rely on them. */
function simplify(schema: Record<string, unknown>): void {
  // Readers and the service ignore unknown fields.
  if (isEmpty(schema['additionalProperties'])) delete schema['additionalProperties'];
  // The name of a format tells a reader more than its pattern.
  if (schema['format']) delete schema['pattern'];
  const known = knownValues(schema);
  if (known) {
    delete schema['anyOf'];
    Object.assign(schema, { type: 'string', 'x-extensible-enum': known });
  }
}

const isEmpty = (value: unknown): boolean =>
  value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** The values of an `openEnum`, which accepts other values too. */
function knownValues({ anyOf = [] }: JsonSchema): unknown {
  const [known, any, ...more] = anyOf;
  const isOpen = known && any && more.length === 0 && JSON.stringify(any) === '{"type":"string"}';
  return isOpen
    ? (known['enum'] ?? (known['const'] !== undefined ? [known['const']] : undefined))
    : undefined;
}

/** A copy whose references point to the components. */
function refer(schema: JsonSchema, nameOf: (name: string) => string): JsonSchema {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const name = key === '$ref' && definitionOf(inner);
        return [key, name ? `#/components/schemas/${nameOf(name)}` : copy(inner)];
      }),
    );
  };
  // The copy of an object is an object.
  return copy(schema) as JsonSchema;
}
