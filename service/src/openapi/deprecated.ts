// What is deprecated in the contract and should not be used in new code.
import type { LinkResult, listOrders, listUsers, QueryOf, readAreaInfo } from 'svc-link/contract';

/** The deprecated fields of components, by component name. */
export const deprecatedFields: Readonly<Record<string, readonly string[]>> = {
  LinkResult: ['provider', 'connected', 'provider_id'],
} satisfies { LinkResult: readonly (keyof LinkResult)[] };

/** The deprecated parameters of operations, by operation id. */
export const deprecatedParameters: Readonly<Record<string, readonly string[]>> = {
  readAreaInfo: ['lab'],
  listUsers: ['offset'],
  listOrders: ['page'],
} satisfies {
  readAreaInfo: readonly (keyof QueryOf<typeof readAreaInfo>)[];
  listUsers: readonly (keyof NonNullable<QueryOf<typeof listUsers>>)[];
  listOrders: readonly (keyof NonNullable<QueryOf<typeof listOrders>>)[];
};
