// A route made from an endpoint of the contract: its method, path, parameters, query, body and answer. Who may call is decided by `access`.
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { BodyOf, Endpoint, ParamsOf, ResponseOf } from 'svc-link/contract';
import { object, type output, type ZodMiniType } from 'zod/mini';
import type { $ZodTypes } from 'zod/v4/core';
import { check, misspelt, readBody, uuidParam } from './request.js';
import type { Env } from './env.js';

/** Who calls, as a request shows it. Throws 401 or 403. */
export type Access<Caller> = (c: Context<Env>) => Caller | Promise<Caller>;

/** A request that was found to follow its endpoint. */
export interface RequestOf<E extends Endpoint> {
  /** Those that are ids are in lower case. */
  readonly params: ParamsOf<E>;
  readonly query: E['query'] extends ZodMiniType ? output<E['query']> : undefined;
  /** Reads and checks the body. No body is an empty object if that may be. Throws 422. */
  readonly readBody: (options?: { readonly mayBeEmpty?: boolean }) => Promise<ParsedBody<E>>;
  readonly c: Context<Env>;
}
type ParsedBody<E extends Endpoint> = E['body'] extends ZodMiniType ? output<E['body']> : BodyOf<E>;

/** Answers an endpoint: with what the contract says, or with a response of its own, such as a 202. */
export type Handler<E extends Endpoint, Caller> = (
  request: RequestOf<E> & Caller,
) => Promise<ResponseOf<E> | Response> | ResponseOf<E> | Response;

/** Adds an endpoint to an app. Who calls is asked first, then the path, then the query; the body when the handler asks for it. */
export function addRoute<const E extends Endpoint, Caller>(
  app: Hono<Env>,
  endpoint: E,
  access: Access<Caller>,
  handler: Handler<E, Caller>,
  ...before: readonly MiddlewareHandler[]
): void {
  app.on(endpoint.method, [patternOf(endpoint)], ...before, async (c: Context<Env>) => {
    c.set('role', endpoint.role);
    const caller = await access(c);
    // The path and the schemas are the endpoint's own, which the compiler does not see through the generic type.
    const request = {
      ...caller,
      params: paramsOf(c, endpoint),
      query: readQuery(c, endpoint.query),
      readBody: (options) => readBody(c, endpoint.body as ZodMiniType, options),
      c,
    } as RequestOf<E> & Caller;
    const answer = await handler(request);
    // JSON is an object or a list in every answer of the contract, which the generic type does not express.
    return answer instanceof Response ? answer : c.json(answer as object);
  });
}

/** The path as the router writes it: `/v2/user/:user_id` for `/v2/user/{user_id}`. */
const patternOf = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');

/** A parameter that is called an id has to be one. */
const paramsOf = (c: Context<Env>, { path }: Endpoint): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      /(?:^|_)id$/.test(name) ? uuidParam(c, name) : (c.req.param(name) ?? ''),
    ]),
  );

/** An endpoint without parameters takes any, and none of them counts. */
const noParameters = object({});

/** Parameters are like the fields of a body: what looks misspelt is 422, others are ignored and reported. */
function readQuery(c: Context<Env>, schema: ZodMiniType | undefined): unknown {
  const query = queryOf(c, schema ?? noParameters);
  const wrong = misspelt(c, schema ?? noParameters, query, 'query');
  return schema && check(schema, query, 'query', wrong);
}

/** Of a parameter that stands several times the first counts, unless the endpoint takes a list of them. */
function queryOf(c: Context<Env>, schema: ZodMiniType): Record<string, string | string[] | undefined> {
  const query: Record<string, string | string[] | undefined> = c.req.query();
  for (const name of listsOf(schema)) query[name] = c.req.queries(name);
  return query;
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

/** Every schema is one of zod's own kinds, which its type for all of them does not say. */
const kindOf = (schema: unknown) => (schema as $ZodTypes)._zod;
