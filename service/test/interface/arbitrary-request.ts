// Requests that fast-check makes from the document.
import fc from 'fast-check';
import type { Operation } from '../../src/openapi/index.js';
import { arbitraryJson } from './arbitrary-json.js';
import type { Documented } from '../support/documented.js';
import type { Request } from '../support/scenes.js';

export type Made = Pick<Request, 'query' | 'body'>;

/** A query and a body that fit the document. */
export function validRequest(documented: Documented, operation: Operation): fc.Arbitrary<Made> {
  const { parameters = [], requestBody } = documented.describe(operation);
  const of = (schema: Readonly<Record<string, unknown>>) => arbitraryJson(schema, documented.components);
  const inQuery = parameters.filter((each) => each.in === 'query');
  const query = fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, of(schema)])), {
    requiredKeys: [],
    noNullPrototype: true,
  });
  const schema = requestBody?.content['application/json']?.schema;
  // The schema of a request's body describes an object.
  const body = schema ? (of(schema) as fc.Arbitrary<Request['body'] & object>) : undefined;
  return fc.record({ query, ...(body && { body }) }, { noNullPrototype: true });
}
