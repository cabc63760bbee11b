import type * as z from 'zod/mini';

/** Which credential an endpoint takes (spec section 5). */
export type Auth = 'none' | 'link-token' | 'api-key' | 'management-key';

/**
 * What people who sign in to the console may do, from least to most: `view` reads, `operate` also makes reconnect links and
 * sends webhooks again, `own` also changes who has access, the settings of a team and where its data goes.
 */
export const roles = ['view', 'operate', 'own'] as const;
export type Role = (typeof roles)[number];

/**
 * One endpoint of the interface as a value: the client, the service and the tests read the same one.
 * `path` holds its parameters in braces. `body` and `query` describe the request, `response` a 2xx answer.
 */
export type Endpoint = Parts & (Repeated | Decided);

interface Parts {
  readonly path: string;
  /** The least role that a person in the console needs. Required if the endpoint takes a management key. */
  readonly role?: Role;
  readonly body?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** Set if the endpoint also takes a management key, with the team in the query (spec section 5). */
  readonly managed?: true;
  /** Set if it waits for a provider, does much or answers much. Clients then use the long timeout (60 s instead of 15 s). */
  readonly linking?: true;
  /** The JSON body goes as `text/plain`, so that a browser sends no CORS preflight. */
  readonly plain?: true;
  /** Set if it is sent while the person leaves the page. The request then outlives the page. */
  readonly last?: true;
  /**
   * Whether clients must not repeat the request by themselves without a key. By default they repeat only a GET. `true` is for
   * a GET with an effect, `false` for a POST that only reads.
   */
  readonly once?: boolean;
}

/** An endpoint that needs no key to be repeated, or that no program repeats by itself. */
type Repeated = { readonly repeatable?: never } & (
  | { readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE'; readonly auth: Auth }
  | { readonly method: 'POST'; readonly auth: 'none' | 'link-token' }
);

/** A POST from a server must set `repeatable`. */
interface Decided {
  readonly method: 'POST';
  readonly auth: 'api-key' | 'management-key';
  /**
   * Whether it creates or changes something and so takes an `Idempotency-Key`. A repeat with the same key receives the first
   * answer again.
   */
  readonly repeatable: boolean;
}

/** An endpoint that takes a management key must have a `role`; any other endpoint must not. */
type ForPeople<E> = E extends { readonly auth: 'management-key' } | { readonly managed: true }
  ? { readonly role: Role }
  : { readonly role?: never };

/** Keeps the literal types of an endpoint. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Endpoint>(value: E & ForPeople<E>): E => value;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The path parameters of an endpoint: `{provider: string}` for `/v2/link/connect/{provider}`. */
export type ParamsOf<E extends Endpoint> = { [Name in Names<E['path']>]: string };
/** What a caller sends as body. */
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.input<E['body']> : undefined;
/** What a caller sends as query. */
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodMiniType ? z.input<E['query']> : undefined;
/** What a parsed 2xx answer holds. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
