// Judges an adapter's requests and a simulator's answers by the provider's own document. The documents belong to the providers
// and are not in the repository: `PROVIDER_DOCUMENTS` names the folder that contains them. Without it they judge nothing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromSchema } from '@openapi-contrib/openapi-schema-to-json-schema';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import type { ApiRequest } from '../../src/adapters/api.js';
import { formats } from '../support/formats.js';
import type { Exchange } from './reading.js';

/** The text of a document; undefined if it is not there. */
export function findDocument(file: string, folder = process.env['PROVIDER_DOCUMENTS']): string | undefined {
  if (folder === undefined) return undefined;
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

const Json = z.record(z.string(), z.unknown());
type Json = z.infer<typeof Json>;
const Content = z._default(z.record(z.string(), z.object({ schema: z.optional(Json) })), {});
type Content = z.infer<typeof Content>;
const schemasOf = (content: Content = {}): Json[] =>
  Object.values(content).flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.optional(z.boolean()),
  schema: z.optional(Json),
});
const Operation = z.object({
  operationId: z.optional(z.string()),
  /** Or references to parameters. */
  parameters: z.optional(z.array(Json)),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.record(z.string(), z.object({ content: Content })),
});
const Document = z.object({
  paths: z.record(z.string(), z.unknown()),
  components: z.object({
    schemas: z.optional(z.record(z.string(), Json)),
    parameters: z.optional(z.record(z.string(), Parameter)),
  }),
});

/** An operation of the document. */
interface Found {
  /** The path as the document writes it. */
  readonly path: string;
  readonly operation: z.infer<typeof Operation>;
  readonly parameters: readonly z.infer<typeof Parameter>[];
  /** The values of the parameters in the path. */
  readonly inPath: Readonly<Record<string, string>>;
}

export interface JudgeOptions {
  /** Turns a path of the document into a path below the interface's address. */
  readonly pathOf?: (path: string) => string;
  /** Whether a request means this one of several operations with the same method and path. */
  readonly isMeant?: (request: ApiRequest, operationId: string) => boolean;
  /** Set if the document describes form fields as query parameters. */
  readonly formsAreQueries?: true;
  /** Changes the document first, if it says too little or contradicts itself. A test gives the reason. */
  readonly prepare?: (document: Json) => void;
}

export interface Judge {
  /** The document's objections to a request and its answer; empty if there are none. */
  objections(exchange: Exchange): string[];
  /** Ids of the operations that were judged so far. */
  readonly judged: ReadonlySet<string>;
}

const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name at the end of a reference within the document. */
const lastPart = (reference: string): string => reference.split('/').at(-1) ?? '';

/** Calls `visit` with every object in a value, the inner ones first. */
function everyObject(value: unknown, visit: (object: Json) => void): void {
  if (Array.isArray(value)) for (const each of value) everyObject(each, visit);
  else if (isObject(value)) {
    for (const each of Object.values(value)) everyObject(each, visit);
    visit(value);
  }
}

/** Formats as providers write them. The formats of our own interface are stricter. */
const theirFormats = {
  ...formats,
  uuid: (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  'date-time': (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:?\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text.replace(/([-+]\d\d)(\d\d)$/, '$1:$2'))),
};

/** Turns a schema of the document into a closed JSON Schema: an unknown field is an objection. */
function closed(schema: Json, open: ReadonlySet<string>, name = ''): Json {
  // The schema is written for OpenAPI. The library converts `nullable` and the like. It returns an object of its own type.
  const converted: unknown = fromSchema(schema, { cloneSchema: true, strictMode: false });
  if (!isObject(converted)) throw new TypeError('no schema');
  delete converted['$schema'];
  const inParts = new Set<unknown>();
  everyObject(converted, ({ allOf }) => {
    if (Array.isArray(allOf)) for (const part of allOf) inParts.add(part);
  });
  everyObject(converted, (each) => {
    // Some documents describe a type in words, such as "list of integers". Such a type cannot be checked.
    if (typeof each['type'] === 'string' && !types.has(each['type'])) delete each['type'];
    for (const keyword of ['minimum', 'maximum'] as const) {
      const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
      if (typeof each[exclusive] !== 'boolean') continue;
      if (each[exclusive]) each[exclusive] = each[keyword];
      else delete each[exclusive];
    }
    // A few documents write `required: true` on a field, as on a parameter.
    if (typeof each['required'] === 'boolean') delete each['required'];
    const described = isObject(each['properties']) && !('additionalProperties' in each);
    if (described && !inParts.has(each) && !(each === converted && open.has(name)))
      each['unevaluatedProperties'] = false;
  });
  return converted;
}

/** Reads a document, in YAML or JSON. */
export function readJudge(text: string, options: JudgeOptions = {}): Judge {
  const raw: unknown = parse(text);
  if (!isObject(raw)) throw new TypeError('no document');
  options.prepare?.(raw);
  const document = Document.parse(raw);
  // Schemas that others extend with `allOf` stay open.
  const open = new Set<string>();
  everyObject(raw, ({ allOf }) => {
    if (!Array.isArray(allOf)) return;
    for (const part of allOf)
      if (isObject(part) && typeof part['$ref'] === 'string') open.add(lastPart(part['$ref']));
  });
  const ajv = new Ajv2020({ strict: false, formats: theirFormats, logger: false, allErrors: true });
  for (const [name, schema] of Object.entries(document.components.schemas ?? {}))
    ajv.addSchema(closed(schema, open, name), `#/components/schemas/${name}`);
  const checks = new Map<Json, ValidateFunction>();
  const judged = new Set<string>();

  /** The objections of a schema to a value. */
  function against(schema: Json, value: unknown, where: string): string[] {
    const check = checks.get(schema) ?? ajv.compile(closed(schema, open));
    checks.set(schema, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  }

  // Each operation is read once, so that its schemas are compiled once.
  const operations = new Map<Json, Pick<Found, 'operation' | 'parameters'>>();
  function operationOf(found: Json): Pick<Found, 'operation' | 'parameters'> {
    const known = operations.get(found);
    if (known) return known;
    const operation = Operation.parse(found);
    const parameters = (operation.parameters ?? []).map((each) => {
      const { $ref } = each;
      return Parameter.parse(
        typeof $ref === 'string' ? document.components.parameters?.[lastPart($ref)] : each,
      );
    });
    operations.set(found, { operation, parameters });
    return { operation, parameters };
  }

  function find(request: ApiRequest): Found | undefined {
    const asked = (typeof request.to === 'string' ? request.to : '').split('/');
    const candidates = Object.entries(document.paths).flatMap(([path, methods]): Found[] => {
      const found = isObject(methods) ? methods[(request.method ?? 'GET').toLowerCase()] : undefined;
      if (!isObject(found)) return [];
      const parts = (options.pathOf?.(path) ?? path).split('/');
      const inPath: Record<string, string> = {};
      const fits =
        parts.length === asked.length &&
        parts.every((part, at) => {
          const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
          if (name === undefined) return part === asked[at];
          inPath[name] = decodeURIComponent(asked[at] ?? '');
          return asked[at] !== '';
        });
      if (!fits) return [];
      const { operation, parameters } = operationOf(found);
      if (options.isMeant && !options.isMeant(request, operation.operationId ?? '')) return [];
      return [{ path, operation, parameters, inPath }];
    });
    // A literal path goes before a path with a parameter.
    return candidates.toSorted((a, b) => Object.keys(a.inPath).length - Object.keys(b.inPath).length)[0];
  }

  function objectionsToRequest(request: ApiRequest, { operation, parameters, inPath }: Found): string[] {
    const sent: Record<string, unknown> = {
      ...request.query,
      ...(options.formsAreQueries ? request.form : {}),
    };
    const inQuery = parameters.filter((each) => each.in === 'query');
    const objections: string[] = [];
    for (const [name, value] of Object.entries(sent)) {
      if (value === undefined) continue;
      const known = inQuery.find((each) => each.name === name);
      if (!known) objections.push(`query ${name}: not in the document`);
      else objections.push(...against(known.schema ?? {}, typed(value, known.schema), `query ${name}`));
    }
    for (const { name, required } of inQuery)
      if (required && sent[name] === undefined) objections.push(`query ${name}: missing`);
    for (const { name, schema } of parameters.filter((each) => each.in === 'path'))
      objections.push(...against(schema ?? {}, typed(inPath[name], schema), `path ${name}`));
    const body = request.json ?? (options.formsAreQueries ? undefined : request.form);
    const schemas = schemasOf(operation.requestBody?.content);
    if (body !== undefined && schemas.length === 0) objections.push('body: not in the document');
    if (body !== undefined && schemas.length > 0) {
      const each = schemas.map((schema) => against(schema, body, 'body'));
      if (!each.some((list) => list.length === 0)) objections.push(...each.flat());
    }
    return objections;
  }

  return {
    judged,
    objections({ request, status, body }) {
      const found = find(request);
      if (!found) return [`${request.method ?? 'GET'} ${JSON.stringify(request.to)}: not in the document`];
      judged.add(found.operation.operationId ?? found.path);
      const objections = objectionsToRequest(request, found);
      const answer = found.operation.responses[String(status)] ?? found.operation.responses['default'];
      if (!answer) objections.push(`status ${status}: not in the document`);
      const schema = schemasOf(answer?.content)[0];
      if (schema && body !== undefined) objections.push(...against(schema, body, 'answer'));
      if (!schema && body !== undefined && status < 300)
        objections.push('answer: a body is not in the document');
      return objections;
    },
  };
}

/** Converts a text from an address to the type of its parameter. */
function typed(value: unknown, schema: Json | undefined): unknown {
  const text = String(value);
  if ((schema?.['type'] === 'integer' || schema?.['type'] === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text);
  if (schema?.['type'] === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
