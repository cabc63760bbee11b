// Reading requests: bodies, queries and paths, checked against the contract.
import type { Context } from 'hono';
import { config, type output, type ZodMiniType } from 'zod/mini';
import { en } from 'zod/locales';
import { invalid, type Place } from './errors.js';
import { isStorable } from './storable.js';
import { headerOf, unknownFields } from './unknown-fields.js';
import type { Env } from './env.js';

config(en());

/**
 * The deepest nesting of a body, deeper than any schema of the contract. Without it, 100,000 brackets would overflow the stack.
 */
const deepest = 50;

/** Why a parsed body cannot be used: it is nested too deeply, or contains texts that cannot be stored. */
function unusable(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string')
    return isStorable(value) ? undefined : 'a text holds U+0000, or half of a surrogate pair';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === deepest) return 'the body is nested too deeply';
  for (const [key, inner] of Object.entries(value)) {
    const problem = unusable(key) ?? unusable(inner, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

/** The most problems that an answer lists. */
const mostPlaces = 100;

/**
 * Checks a value against its schema. Throws 422 with the places that do not follow it, after the places in `wrong`.
 */
export function check<S extends ZodMiniType>(
  schema: S,
  value: unknown,
  from: 'body' | 'query',
  wrong: readonly Place[] = [],
): output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success && wrong.length === 0) return parsed.data;
  const places = (parsed.error?.issues ?? []).map((issue) => ({
    loc: [from, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    msg: issue.message,
    type: issue.code,
  }));
  throw invalid(...[...wrong, ...places].slice(0, mostPlaces));
}

/** The usual limit of a body, in bytes. */
export const largestBody = 1024 * 1024;

/**
 * Reads a JSON body, whatever its content type. With `mayBeEmpty`, a missing body is an empty object. A field that looks
 * misspelt gives 422, because its request would not be fulfilled. Other unknown fields are ignored and reported.
 */
export async function readBody<S extends ZodMiniType>(
  c: Context<Env>,
  schema: S,
  options: { readonly mayBeEmpty?: boolean } = {},
): Promise<output<S>> {
  const text = await c.req.text();
  let value: unknown;
  try {
    value = text.trim() === '' && options.mayBeEmpty ? {} : JSON.parse(text);
  } catch {
    throw invalid({ loc: ['body'], msg: 'the body is not JSON', type: 'json_invalid' });
  }
  const problem = unusable(value);
  if (problem) throw invalid({ loc: ['body'], msg: problem, type: 'value_invalid' });
  return check(schema, value, 'body', misspelt(c, schema, value, 'body'));
}

/** The places of fields or parameters that look misspelt. Other unknown ones are reported with the answer. */
export function misspelt(
  c: Context<Env>,
  schema: ZodMiniType,
  value: unknown,
  from: 'body' | 'query',
): readonly Place[] {
  const { slips, ignored } = unknownFields(schema, value);
  if (ignored.length > 0) {
    // A request has unknown names from its query and from its body.
    const before = c.get('ignoredFields');
    c.set('ignoredFields', `${before === undefined ? '' : `${before}, `}${headerOf(ignored)}`);
  }
  const kind = from === 'body' ? 'field' : 'parameter';
  return slips.map(({ loc, meant }) => ({
    loc: [from, ...loc],
    msg: `there is no such ${kind}; "${meant}" is meant`,
    type: 'unknown_field',
  }));
}

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** A path parameter that is an id. */
export function uuidParam(c: Context<Env>, name: string): string {
  const value = c.req.param(name) ?? '';
  if (isUuid(value)) return value.toLowerCase();
  throw invalid({ loc: ['path', name], msg: 'expected a UUID', type: 'invalid_format' });
}

/** The link token of a request (spec section 5). */
export const linkTokenOf = (c: Context<Env>): string | undefined => c.req.header('x-svc-link-token');

/**
 * Whether our own page may have sent a request. Browsers send a header for this that no page can change. Servers and old
 * browsers do not send it, which counts as yes.
 */
export function isFromOurPage(c: Context, publicUrl: string): boolean {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  return (
    (origin === undefined || origin === publicUrl) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  );
}
