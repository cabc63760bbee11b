// Whether the service's own document describes an answer.
import assert from 'node:assert/strict';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { DescribedOperation, OpenApiDocument, Operation } from '../../src/openapi/index.js';
import { documentSchemas } from './document-schemas.js';
import type { OperationId } from './scenes.js';
import type { TestService } from './test-service.js';
import { unknownValues } from './unknown-values.js';

type Json = Readonly<Record<string, unknown>>;

export interface Documented {
  readonly components: Readonly<Record<string, Json>>;
  describe(operation: Operation): DescribedOperation;
  /** Fails if the document does not describe the answer. Returns the answer's body. */
  check(id: OperationId, operation: Operation, response: Response, sent: string): Promise<unknown>;
}

/** Reads the document that the service serves. */
export async function readDocumented(service: TestService): Promise<Documented> {
  const document = (await (await service.app.request('/openapi.json')).json()) as OpenApiDocument;
  const schemas = documentSchemas(document);
  const checks = new Map<Json, ValidateFunction>();

  const describe = ({ endpoint }: Operation): DescribedOperation => {
    const found = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    assert.ok(found, `${endpoint.method} ${endpoint.path} is not in the document`);
    return found;
  };

  return {
    components: document.components.schemas,
    describe,
    async check(id, operation, response, sent) {
      const { status, headers } = response;
      const text = await response.text();
      const about = `${id} ${sent} -> ${status} ${text.slice(0, 300)}`;
      const { responses } = describe(operation);
      const described = responses[status] ?? responses[`${String(status)[0]}XX`];
      assert.ok(described, `an undocumented status: ${about}`);

      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, about);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', about);
      assert.equal(headers.get('cache-control'), 'no-store', about);
      const open = operation.tag === 'Linking' || id === 'readDocument';
      assert.equal(headers.get('access-control-allow-origin'), open ? '*' : null, about);
      assert.match(headers.get('content-type') ?? '', /^application\/json/, about);
      if (status === 429) assert.match(headers.get('retry-after') ?? '', /^\d+$/, about);

      assert.equal(headers.has('location'), 'location' in described.headers, about);

      const schema = described.content['application/json']?.schema;
      assert.ok(schema, about);
      let valid = checks.get(schema);
      if (!valid) checks.set(schema, (valid = schemas.compile(schema)));
      const body: unknown = JSON.parse(text);
      assert.ok(valid(body), `${JSON.stringify(valid.errors?.slice(0, 3))}: ${about}`);
      if (response.ok) {
        const unknown = unknownValues(operation.endpoint.response, body).filter(
          (v) => !service.allowed.has(v),
        );
        assert.deepEqual(unknown, [], `values that the contract does not know: ${about}`);
      }
      return body;
    },
  };
}
