import { nothing } from 'lit';
import { escapeHtml } from './escape-html.js';

/** The result of Lit's `html`. */
interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

const isTemplate = (value: unknown): value is Template =>
  typeof value === 'object' && value !== null && 'strings' in value && 'values' in value;

/** An attribute before its value, which has no quotes in our templates. With `@`, `.` or `?` it is not a plain attribute. */
const attribute = /\s([@.?]?)([\w-]+)=$/;

/**
 * A template as HTML, without its listeners and properties. It handles only what the first screen uses, and throws for
 * anything else, such as a directive.
 */
export function htmlOf(value: unknown): string {
  if (value === nothing || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(htmlOf).join('');
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if (!isTemplate(value)) throw new TypeError(`No HTML of a ${typeof value}.`);
  const [first = '', ...others] = value.strings;
  return others.reduce((html, string, index) => withValue(html, value.values[index]) + string, first);
}

function withValue(html: string, value: unknown): string {
  const [text, sign, name] = attribute.exec(html) ?? [];
  if (text === undefined) return html + htmlOf(value);
  if (sign === '?') throw new TypeError(`No HTML of ?${name}.`);
  const before = html.slice(0, -text.length);
  return sign || value === nothing ? before : `${before} ${name}="${htmlOf(value)}"`;
}
