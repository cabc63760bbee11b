// The formats of section 2: which fields of the document have them, and the answers of every endpoint.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openApiDocument } from '../../src/openapi/index.js';
import { documentSchemas } from '../support/document-schemas.js';
import { all, send, setScene } from '../support/scenes.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { unknownValues } from '../support/unknown-values.js';

type Json = Readonly<Record<string, unknown>>;

const document = openApiDocument({ publicUrl: 'https://link.example.com', sandbox: true });
const schemas = documentSchemas(document);

/** Ids that others choose: the provider, the laboratory, the team or a person. Also the ids in the list of time zones. */
const ofOthers = /\.((provider|external|app|client|client_user|member|group)_ids?|fallback_time_zone\.id)$/;
/** The format of a text field, by the field's name. */
const formats: readonly (readonly [string, RegExp])[] = [
  ['uuid', /[._](ids?|user_ids_(imported|failed))$/],
  ['date-time', /_(on|at)$|\.(now|since|timestamp|bedtime_\w+|time_start|time_end)$/],
  ['date', /[._]date$|\.(dob|range_start|range_end|pulled_until|fallback_birth_date\.value)$/],
];

/** The text fields of a schema with their paths. The items of a list have the list's path. */
function* texts(schema: unknown, path = ''): Generator<readonly [string, Json]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) for (const one of schema) yield* texts(one, path);
  else {
    const { type, properties = {}, items, anyOf, additionalProperties } = schema as Json;
    if ([type].flat().includes('string')) yield [path, schema as Json];
    for (const [name, inner] of Object.entries(properties as object)) yield* texts(inner, `${path}.${name}`);
    for (const inner of [items, anyOf, additionalProperties]) yield* texts(inner, path);
  }
}

/** The values of all `logo` fields in an answer. */
function logosIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'logo' && typeof inner === 'string' ? [inner] : logosIn(inner),
  );
}

describe('every answer', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  for (const [id, operation] of all) {
    if (id === 'readDocument') continue;
    // spec 2.0.1, 2.0.3
    it(`writes ids, timestamps, dates and logos in their formats: ${id}`, async () => {
      const response = await send(service, operation, await setScene(service, id));
      const { endpoint } = operation;
      const described =
        document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses[response.status];
      const schema = described?.content['application/json']?.schema;
      assert.ok(schema);
      const check = schemas.compile(schema);
      const body = await response.json();
      assert.ok(check(body), JSON.stringify(check.errors));
      assert.deepEqual(unknownValues(endpoint.response, body), []);
      for (const logo of logosIn(body)) assert.match(new URL(logo).protocol, /^https?:$/);
    });
  }

  // spec 2.0.1
  it('has a format in the document wherever there is an id, a timestamp or a date', () => {
    const met = new Set<string>();
    const answers = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.values(responses))
      .map(({ content }) => content['application/json']?.schema);
    for (const [field, schema] of texts([Object.values(document.components.schemas), answers])) {
      const [format] = formats.find(([, name]) => name.test(field) && !ofOthers.test(field)) ?? [];
      if (format) met.add(format);
      if (format) assert.equal(schema['format'], format, `${field}: ${JSON.stringify(schema)}`);
      // A day in the statistics, or a time of a slot.
      if (/\.(start|end)$/.test(field)) assert.match(String(schema['format']), /^date/, field);
    }
    assert.equal(met.size, formats.length);
  });

  it('is refused by these tests where an id, a timestamp or a date is written in another form', () => {
    const session = {
      type: 'object',
      properties: { session: { $ref: '#/components/schemas/LinkSession' } },
    };
    const check = schemas.compile(session);
    const good = {
      state: 'started',
      link_session_id: '00000000-0000-4000-8000-000000000110',
      expires_at: '2026-05-01T10:00:00Z',
    };
    assert.ok(check({ session: good }));
    for (const bad of [
      { link_session_id: 'lnk_1' },
      { expires_at: '2026-05-01 10:00' },
      { expires_at: '2026-02-30T10:00:00Z' },
      { attempt: 1.5 },
    ])
      assert.ok(!check({ session: { ...good, ...bad } }), JSON.stringify(bad));
  });
});
