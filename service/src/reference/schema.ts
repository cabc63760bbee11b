import type { JsonSchema } from '../openapi/index.js';
import { html, type Markup } from '../pages/index.js';

/** The name of the component that a schema refers to. */
export const componentOf = ({ $ref }: JsonSchema): string | undefined => $ref?.split('/').at(-1);
/** The schemas that a value may match. */
const optionsOf = ({ anyOf = [], oneOf = [] }: JsonSchema): readonly JsonSchema[] => [...anyOf, ...oneOf];

/** The type of a value in a few words, such as `string (uuid) or null`. */
export function typeOf(schema: JsonSchema): Markup {
  const component = componentOf(schema);
  if (component) return html`<a href="#schema-${component}">${component}</a>`;
  const options = optionsOf(schema);
  if (options.length > 0) return joined(options.map(typeOf), ' or ');
  if (schema['const'] !== undefined) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  if (schema.enum) return values(schema.enum);
  const { type, items = {}, additionalProperties: other } = schema;
  if (typeof type === 'object')
    return joined(
      type.map((each) => typeOf({ ...schema, type: each })),
      ' or ',
    );
  switch (type) {
    case undefined:
      return html`anything`;
    case 'array':
      return html`list of ${typeOf(items)}`;
    case 'object':
      return typeof other === 'object' ? html`map to ${typeOf(other)}` : html`object`;
    default:
      return html`${type}${limits(schema)}`;
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

/** The fields of an object. The fields of objects inside it are indented. */
function fields(schema: JsonSchema): Markup | '' {
  const { required = [] } = schema;
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return '';
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

/** The open enumeration in a schema, also inside lists and nullable values. */
function knownValues(schema: JsonSchema): readonly unknown[] | undefined {
  const known = schema['x-extensible-enum'];
  if (Array.isArray(known)) return known;
  for (const inner of parts(schema)) {
    const found = knownValues(inner);
    if (found) return found;
  }
  return undefined;
}

/** The schemas that a field consists of, without the components that are shown elsewhere. */
const parts = (schema: JsonSchema): readonly JsonSchema[] =>
  [...optionsOf(schema), schema.items, schema.additionalProperties].filter(
    (part) => typeof part === 'object',
  );

function within(schema: JsonSchema): Markup | '' {
  const own = fields(schema);
  return own === '' ? html`${parts(schema).map(within)}` : own;
}

/** A schema of a body: its name if it has one, otherwise its content. */
export const body = (schema: JsonSchema): Markup =>
  // A list of fields already shows that the schema is an object.
  schema.properties
    ? html`${fields(schema)}`
    : html`<p class="type">${typeOf(schema)}</p>
        ${within(schema)}`;
