import assert from 'node:assert/strict';
import { it } from 'vitest';
import * as z from 'zod/mini';
import { wahoo } from '../../src/adapters/wahoo.js';
import { addDays } from '../../src/work/index.js';
import { findDocument, readJudge } from './judge.js';
import { exchange, readItems } from './reading.js';
import { createWahooSimulator } from './simulators/wahoo.js';

const properties = z.object({ properties: z.record(z.string(), z.unknown()) });
const Schemas = z.object({ components: z.object({ schemas: z.record(z.string(), properties) }) });

// The document was written by a third party. It lacks fields that Wahoo's own samples have, or that public clients read, and
// knows no null in what was not measured.
const lacking = {
  Workout: ['plan_ids', 'route_id'],
  WorkoutSummary: [
    'name',
    'power_avg',
    'time_zone',
    'manual',
    'edited',
    'fitness_app_id',
    'created_at',
    'updated_at',
    'cadence_avg',
  ],
};

function addLacking(document: Record<string, unknown>): void {
  const { schemas } = Schemas.parse(document).components;
  for (const [name, fields] of Object.entries(lacking))
    for (const field of fields) Object.assign(schemas[name]?.properties ?? {}, { [field]: {} });
  Object.assign(schemas['Workout']?.properties ?? {}, {
    workout_summary: { nullable: true, allOf: [{ $ref: '#/components/schemas/WorkoutSummary' }] },
  });
  Object.assign(document, { components: { ...Object(document['components']), schemas } });
}

it('asks Wahoo as its document allows, of a simulator that answers as it says', async ({ skip }) => {
  const document = findDocument('wahoo.yml');
  if (document === undefined) return skip('wahoo.yml is not beside the repository');
  const judge = readJudge(document, { prepare: addLacking });
  const objections = new Set<string>();
  const until = '2026-04-10';
  const account = '60462';
  const simulator = createWahooSimulator({ until, accountOf: () => account, mostPerPage: 20 });
  const reading = { adapter: wahoo, simulator, token: 'any', account };
  const heard = (answer: Awaited<ReturnType<typeof exchange>>) => {
    for (const each of judge.objections(answer)) objections.add(each);
  };

  for (const resource of Object.keys(wahoo.resources)) {
    const items = await readItems(
      { ...reading, window: { from: addDays(until, -89), until }, heard },
      resource,
    );
    assert.ok(items.length > 0, resource);
  }
  const { signIn } = wahoo;
  assert.ok(signIn.type === 'oauth');
  const revocation = signIn.revoke?.({ account, accessToken: 'any', refreshToken: null });
  assert.ok(revocation);
  heard(await exchange(reading, revocation));

  assert.deepEqual([...objections], []);
  assert.deepEqual([...judge.judged].toSorted(), ['getUser', 'listWorkouts', 'revokeAppAccess']);
});
