// Makes a route from an endpoint of the contract: its method, path,
// parameters, query, body and answer. `access` decides who may call.
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { BodyOf, Endpoint, ParamsOf, ResponseOf } from 'svc-link/contract';
import { object, type output, type ZodMiniType } from 'zod/mini';
import type { $ZodTypes } from 'zod/v4/core';
import { check, misspelt, readBody, uuidParam } from './request.js';
import type { Env } from './env.js';

/** Finds the caller of a request. Throws 401 or 403. */
export type Access<Caller> = (c: Context<Env>) => Caller | Promise<Caller>;

/** A request that follows its endpoint. */
export interface RequestOf<E extends Endpoint> {
  /** Parameters that are ids are in lower case. */
  readonly params: ParamsOf<E>;
  readonly query: E['query'] extends ZodMiniType ? output<E['query']> : undefined;
  /** Reads and checks the body. With `mayBeEmpty`, a missing body is an empty object. Throws 422. */
  readonly readBody: (options?: { readonly mayBeEmpty?: boolean }) => Promise<ParsedBody<E>>;
  readonly c: Context<Env>;
}
type ParsedBody<E extends Endpoint> = E['body'] extends ZodMiniType ? output<E['body']> : BodyOf<E>;

/** Answers an endpoint with the value that the contract declares, or with a response of its own, such as a 202. */
export type Handler<E extends Endpoint, Caller> = (
  request: RequestOf<E> & Caller,
) => Promise<ResponseOf<E> | Response> | ResponseOf<E> | Response;

/** Adds an endpoint to an app. Checks the caller first, then the path, then the query, and the body when the handler reads it. */
export function addRoute<const E extends Endpoint, Caller>(
  app: Hono<Env>,
  endpoint: E,
  access: Access<Caller>,
  handler: Handler<E, Caller>,
  ...before: readonly MiddlewareHandler[]
): void {
  const paramsOf = paramsReader(endpoint);
  const readQuery = queryReader(endpoint.query);
  app.on(endpoint.method, [patternOf(endpoint)], ...before, async (c: Context<Env>) => {
    c.set('role', endpoint.role);
    const caller = await access(c);
    // The path and the schemas belong to the endpoint, but the compiler does not see this through the generic type.
    const request = {
      ...caller,
      params: paramsOf(c),
      query: readQuery(c),
      readBody: (options) => readBody(c, endpoint.body as ZodMiniType, options),
      c,
    } as RequestOf<E> & Caller;
    const answer = await handler(request);
    // Every JSON answer of the contract is an object or a list, but the generic type does not express this.
    return answer instanceof Response ? answer : c.json(answer as object);
  });
}

/** The path as the router writes it: `/v2/user/:user_id` for `/v2/user/{user_id}`. */
const patternOf = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');

/** Reads the parameters of a path. One whose name ends with `id` must be an id. */
function paramsReader({ path }: Endpoint): (c: Context<Env>) => Readonly<Record<string, string>> {
  const readers = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    read: /(?:^|_)id$/.test(name) ? uuidParam : (c: Context<Env>) => c.req.param(name) ?? '',
  }));
  return (c) => Object.fromEntries(readers.map(({ name, read }) => [name, read(c, name)]));
}

/** An endpoint without parameters accepts any, and ignores them. */
const noParameters = object({});

/**
 * Reads the query. Parameters are checked like the fields of a body: one that looks misspelt gives 422, others are ignored and
 * reported. If a parameter occurs several times, the first one counts, unless the endpoint takes a list.
 */
function queryReader(schema: ZodMiniType | undefined): (c: Context<Env>) => unknown {
  const known = schema ?? noParameters;
  const lists = listsOf(known);
  return (c) => {
    const query: Record<string, string | string[] | undefined> = c.req.query();
    for (const name of lists) query[name] = c.req.queries(name);
    const wrong = misspelt(c, known, query, 'query');
    return schema && check(schema, query, 'query', wrong);
  };
}

/** The fields of a query that hold a list. */
function listsOf(schema: ZodMiniType): readonly string[] {
  const { def } = kindOf(schema);
  return def.type === 'object' ? Object.keys(def.shape).filter((name) => isList(def.shape[name])) : [];
}

function isList(schema: unknown): boolean {
  const { def } = kindOf(schema);
  if (def.type === 'optional' || def.type === 'nullable') return isList(def.innerType);
  return def.type === 'array';
}

/** Every schema is one of zod's own kinds, but zod's common type does not say so. */
const kindOf = (schema: unknown) => (schema as $ZodTypes)._zod;
