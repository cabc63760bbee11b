// The contract as text that a person can read and compare: what each endpoint takes and returns, and what each schema accepts.
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/contract/index.js';

/** The parts of a zod schema's own data that this file reads. */
interface Def {
  readonly type: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[];
  readonly shape: Readonly<Record<string, z.ZodMiniType>>;
  readonly catchall?: z.ZodMiniType | undefined;
  readonly innerType: z.ZodMiniType;
  readonly element: z.ZodMiniType;
  readonly options: readonly z.ZodMiniType[];
  readonly values: readonly unknown[];
  readonly entries: Readonly<Record<string, string>>;
  readonly keyType: z.ZodMiniType;
  readonly valueType: z.ZodMiniType;
  readonly in: z.ZodMiniType;
  readonly out: z.ZodMiniType;
  readonly parts: readonly unknown[];
  readonly transform: { readonly name: string };
}
interface CheckDef {
  readonly check: string;
  readonly error?: (issue: object) => unknown;
  readonly [detail: string]: unknown;
}

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value;
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'response' in value;

/** Every value by its name. Functions are left out, because they are not data. */
export function described(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all = Object.entries(values).filter(([, value]) => typeof value !== 'function');
  const names = new Map(all.map(([name, value]) => [value, name]));
  const write = (schema: z.ZodMiniType): string => names.get(schema) ?? inFull(schema, write);
  const inWords = (value: unknown): unknown => {
    if (isSchema(value)) return linesOf(value, write);
    if (isEndpoint(value)) return ofEndpoint(value, write);
    if (Array.isArray(value)) return value.join(' | ');
    return typeof value === 'object' && value !== null && Object.values(value).every(isSchema)
      ? fieldsOf({ shape: value as Def['shape'] }, write)
      : value;
  };
  return Object.fromEntries(all.map(([name, value]) => [name, inWords(value)]));
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

type Write = (schema: z.ZodMiniType) => string;

/** All parts of an endpoint. Parts that are not schemas are left as they are. */
const ofEndpoint = (endpoint: Endpoint, write: Write): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(endpoint).map(([part, value]) => {
      if (!isSchema(value)) return [part, value];
      const name = write(value);
      return [part, name.startsWith('{') ? linesOf(value, write) : name];
    }),
  );

/** Writes an object field by field, and any other schema in one line. */
function linesOf(schema: z.ZodMiniType, write: Write): unknown {
  const def = schema._zod.def as unknown as Def;
  return def.type === 'object' ? [...fieldsOf(def, write), ...checksOf(def)] : inFull(schema, write);
}

const fieldsOf = ({ shape, catchall }: Pick<Def, 'shape' | 'catchall'>, write: Write): string[] => [
  ...Object.entries(shape).map(([name, field]) => `${name}: ${write(field)}`),
  ...(catchall ? ['and others'] : []),
];

function inFull(schema: z.ZodMiniType, write: Write): string {
  const def = schema._zod.def as unknown as Def;
  const format = z.globalRegistry.get(schema)?.['format'];
  const named = typeof format === 'string' ? [`named ${quoted(format)}`] : [];
  return [plain(def, write), ...checksOf(def), ...named].join(' & ');
}

function plain(def: Def, write: Write): string {
  switch (def.type) {
    case 'literal':
      return def.values.map(quoted).join(' | ');
    case 'enum':
      return Object.values(def.entries).map(quoted).join(' | ');
    case 'optional':
      return `${write(def.innerType)} | absent`;
    case 'nullable':
      return `${write(def.innerType)} | null`;
    case 'union':
      return def.options.map(write).join(' | ');
    case 'array':
      return `list of (${write(def.element)})`;
    case 'object':
      return `{ ${fieldsOf(def, write).join(', ')} }`;
    case 'record':
      return `{ [${write(def.keyType)}]: ${write(def.valueType)} }`;
    case 'pipe':
      return `(${write(def.in)}) then (${write(def.out)})`;
    case 'transform':
      return def.transform.name;
    case 'template_literal':
      return def.parts.map((part) => (isSchema(part) ? `\${${write(part)}}` : String(part))).join('');
    case 'number':
      return def.format ?? 'number';
    case 'string':
    case 'boolean':
    case 'unknown':
      return def.type;
    default:
      throw new Error(`nothing says how to describe ${def.type}`);
  }
}

/** Limits and patterns, each with the message of its refusal. */
const checksOf = ({ checks = [] }: Def): string[] =>
  checks.map(({ _zod }) => {
    const { check, error, ...more } = _zod.def;
    const details = Object.entries(more)
      .filter(([name, value]) => !['type', 'fn', 'when'].includes(name) && value !== undefined)
      .map(([name, value]) => `${name} ${String(value)}`);
    const words = error ? [`says ${quoted(error({}))}`] : [];
    return `${check}(${[...details, ...words].join(', ')})`;
  });
