import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { readJudge } from './judge.js';
import type { Exchange } from './reading.js';

const document = `
openapi: 3.0.3
paths:
  /v2/night:
    get:
      operationId: nights
      parameters:
        - { name: start_date, in: query, required: true, schema: { type: string, format: date } }
        - { name: limit, in: query, schema: { type: integer, maximum: 25 } }
        - { $ref: '#/components/parameters/Order' }
      responses:
        '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Nights' } } } }
        '401': { description: '' }
  /v2/night/{id}:
    delete: { operationId: forget, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '204': { description: '' } } }
components:
  parameters:
    Order: { name: order, in: query, schema: { type: string, enum: [up, down] } }
  schemas:
    Nights:
      type: object
      properties: { data: { type: array, items: { $ref: '#/components/schemas/Night' } } }
    Dated: { type: object, required: [day], properties: { day: { type: string, format: date } } }
    Night:
      allOf:
        - { $ref: '#/components/schemas/Dated' }
        - { type: object, properties: { score: { type: integer, nullable: true, minimum: 0, exclusiveMinimum: true } } }
`;
const asked = (
  query: Exchange['request']['query'],
  ...answer: [body?: unknown, status?: number]
): Exchange => ({
  request: { to: '/v2/night', query: { start_date: '2026-03-01', ...query } },
  status: answer[1] ?? 200,
  headers: new Headers(),
  body: answer.length === 0 ? { data: [] } : answer[0],
});

describe('a document as judge', () => {
  const judge = readJudge(document);

  it.each([
    ['what is documented', asked({ limit: 25, order: 'up' }, { data: [{ day: '2026-03-01', score: 1 }] })],
    ['null where it is allowed', asked({}, { data: [{ day: '2026-03-01', score: null }] })],
    ['a status without a body', asked({}, undefined, 401)],
    [
      'a path with a parameter',
      { ...asked({}, undefined, 204), request: { method: 'DELETE', to: '/v2/night/7' } },
    ],
  ] satisfies [string, Exchange][])('has nothing against %s', (_, exchange) => {
    assert.deepEqual(judge.objections(exchange), []);
  });

  it.each([
    ['a path that there is not', { ...asked({}), request: { to: '/v2/nights' } }, /not in the document/],
    ['another method', { ...asked({}), request: { to: '/v2/night', method: 'POST' } }, /not in the document/],
    ['a name of the query', asked({ start: '2026' }), /query start: not in the document/],
    ['what is missing', asked({ start_date: undefined }), /query start_date: missing/],
    ['a wrong value', asked({ limit: 26 }), /query limit: must be <= 25/],
    ['a word for a number', asked({ limit: 'all' }), /query limit: must be integer/],
    ['a value of no enum', asked({ order: 'left' }), /query order: must be equal/],
    ['no date', asked({ start_date: '1 May' }), /query start_date: must match format/],
    ['a status', asked({}, undefined, 418), /status 418/],
    ['an answer of another type', asked({}, { data: {} }), /answer\/data: must be array/],
    ['a missing field', asked({}, { data: [{ score: 1 }] }), /required property 'day'/],
    ['a bound', asked({}, { data: [{ day: '2026-03-01', score: 0 }] }), /must be > 0/],
    ['a field that it does not know', asked({}, { data: [], more: 1 }), /unevaluated/],
    [
      'a path parameter',
      { ...asked({}), request: { method: 'DELETE', to: '/v2/night/x' } },
      /path id: must be integer/,
    ],
  ] satisfies [string, Exchange, RegExp][])('objects to %s', (_, exchange, objection) => {
    assert.match(judge.objections(exchange).join('\n'), objection);
  });

  it('names what it has judged', () => {
    const another = readJudge(document);
    assert.deepEqual([...another.judged], []);
    another.objections(asked({}));
    assert.deepEqual([...another.judged], ['nights']);
  });
});
