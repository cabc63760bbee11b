// Writes an OpenAPI document of version 3.1 as version 3.0, for generators that know no later version.
//
//   node to-3.0.mjs http://127.0.0.1:8787/openapi.json service-3.0.json
import { writeFileSync } from 'node:fs';

const [from, to] = process.argv.slice(2);
const answer = await fetch(from);
if (!answer.ok) throw new Error(`${from} answers ${answer.status}.`);
const newer = await answer.json();
// Version 3.0 does not have these fields.
delete newer.webhooks;
delete newer.info.license?.identifier;

const component = ({ $ref }) => newer.components.schemas[$ref.replace('#/components/schemas/', '')];

/** Writes the type null, which exists since 3.1, as `nullable`. */
function withoutNull({ type, anyOf, ...schema }) {
  const types = [type].flat();
  if (types.includes('null'))
    return { ...schema, type: types.find((each) => each !== 'null'), nullable: true };
  if (!anyOf) return type ? { ...schema, type } : schema;
  const others = anyOf.filter((each) => each.type !== 'null');
  // One of several types becomes any value, because generators for Go have nothing better.
  if (others.length > 1) return schema;
  const [other] = others;
  if (!other.$ref) return { ...schema, ...other, nullable: true };
  // A $ref cannot have other fields, so the schema is copied. An object needs no `nullable`: null leaves a Go object as it is.
  return component(other).type === 'object' ? other : { ...schema, ...component(other), nullable: true };
}

function older(value) {
  if (Array.isArray(value)) return value.map(older);
  if (typeof value !== 'object' || value === null) return value;
  const schema = { ...withoutNull(value) };
  delete schema.propertyNames;
  if ('const' in schema) schema.enum = [schema.const];
  delete schema.const;
  if (Array.isArray(schema.examples)) {
    schema.example = schema.examples[0];
    delete schema.examples;
  }
  // 3.0 has ranges of statuses, but generators for Go do not support them.
  if (schema['5XX']) schema.default = schema['5XX'];
  delete schema['4XX'];
  delete schema['5XX'];
  // Generators do not support several patterns, so they are removed.
  if (schema.type === 'string') delete schema.allOf;
  return Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, older(each)]));
}

writeFileSync(to, JSON.stringify(older({ ...newer, openapi: '3.0.3' })));
