import type { JsonSchema } from '../openapi/index.js';
import { html, type Markup } from '../pages/index.js';

const list = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : []);
const componentOf = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;

/** The type of a value in a few words, such as `string (uuid) or null`. */
export function typeOf(schema: JsonSchema): Markup {
  const component = componentOf(schema);
  if (component) return html`<a href="#schema-${component}">${component}</a>`;
  const options = [...list(schema['anyOf']), ...list(schema['oneOf'])];
  if (options.length > 0) return joined(options.map(typeOf), ' or ');
  if (schema['const'] !== undefined) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  if (Array.isArray(schema['enum'])) return values(schema['enum']);
  if (Array.isArray(schema['type']))
    return joined(
      schema['type'].map((type) => typeOf({ ...schema, type: type as string })),
      ' or ',
    );
  switch (schema['type']) {
    case undefined:
      return html`anything`;
    case 'array':
      return html`list of ${typeOf((schema['items'] ?? {}) as JsonSchema)}`;
    case 'object': {
      const { additionalProperties: other } = schema;
      return typeof other === 'object' ? html`map to ${typeOf(other as JsonSchema)}` : html`object`;
    }
    default:
      return html`${schema['type']}${limits(schema)}`;
  }
}

const joined = (parts: readonly Markup[], between: string): Markup =>
  html`${parts.map((part, index) => (index === 0 ? part : html`${between}${part}`))}`;

const values = (known: readonly unknown[]): Markup =>
  joined(
    known.map((value) => html`<code>${value}</code>`),
    ', ',
  );

function limits(schema: JsonSchema): string {
  const { format, pattern } = schema;
  const range = (least: unknown, most: unknown): string | undefined =>
    least === undefined && most === undefined ? undefined : `${least ?? '…'} to ${most ?? '…'}`;
  const length = range(schema['minLength'], schema['maxLength']);
  const limits = [
    format,
    pattern,
    range(shown(schema['minimum']), shown(schema['maximum'])),
    length && `${length} characters`,
  ].filter((part) => part !== undefined && part !== '');
  return limits.length > 0 ? ` (${limits.join(', ')})` : '';
}

/** Leaves out limits that every number has. */
const shown = (limit: unknown): unknown =>
  Math.abs(Number(limit)) >= Number.MAX_SAFE_INTEGER ? undefined : limit;

/** The fields of an object, those of objects within it indented. */
function fields(schema: JsonSchema): Markup | '' {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  if (properties.length === 0) return '';
  const required = (schema['required'] ?? []) as readonly string[];
  return html`<ul class="fields">
    ${properties.map(([name, field]) => row(name, field, required.includes(name)))}
  </ul>`;
}

function row(name: string, field: JsonSchema, required: boolean): Markup {
  const known = knownValues(field);
  return html`<li>
    <span class="name"><code>${name}</code></span>
    <span class="type">${typeOf(field)}${required ? html`<b>required</b>` : ''}</span>
    ${known ? html`<span class="known">${values(known)}, and others that may come</span>` : ''}
    ${within(field)}
  </li>`;
}

/** The open enumeration in a schema, through lists and what may be null. */
function knownValues(schema: JsonSchema): readonly unknown[] | undefined {
  const known = schema['x-extensible-enum'];
  if (Array.isArray(known)) return known;
  for (const inner of parts(schema)) {
    const found = knownValues(inner);
    if (found) return found;
  }
  return undefined;
}

/** What a field is made of, without the components that have a place of their own. */
const parts = (schema: JsonSchema): readonly JsonSchema[] =>
  [
    ...list(schema['anyOf']),
    ...list(schema['oneOf']),
    schema['items'],
    schema['additionalProperties'],
  ].filter((part): part is JsonSchema => typeof part === 'object' && part !== null);

function within(schema: JsonSchema): Markup | '' {
  const own = fields(schema);
  return own === '' ? html`${parts(schema).map(within)}` : own;
}

/** A schema of a body: its name if it has one, else what it is. */
export const body = (schema: JsonSchema): Markup =>
  // A list of fields shows by itself that it is an object.
  schema['properties']
    ? html`${fields(schema)}`
    : html`<p class="type">${typeOf(schema)}</p>
        ${within(schema)}`;
