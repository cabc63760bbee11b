// Reading requests: bodies, queries and paths, checked against the contract.
import type { Context } from 'hono';
import { config, type output, type ZodMiniType } from 'zod/mini';
import { en } from 'zod/locales';
import type { Env } from './deps.js';
import { invalid } from './errors.js';

config(en());

/** PostgreSQL's text cannot hold U+0000. */
function hasNull(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || hasNull(inner));
}

/** Checks a value against its schema; 422 names the places that do not follow it. */
export function check<S extends ZodMiniType>(schema: S, value: unknown, from: 'body' | 'query'): output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => ({
    loc: [from, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    msg: issue.message,
    type: issue.code,
  }));
  throw invalid(...places);
}

/** Reads a JSON body whatever its content type says. No body is an empty object where that may be. */
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
  if (hasNull(value)) {
    throw invalid({ loc: ['body'], msg: 'a text holds U+0000', type: 'string_invalid' });
  }
  return check(schema, value, 'body');
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
