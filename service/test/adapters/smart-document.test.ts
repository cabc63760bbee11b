// HL7's own JSON schema of FHIR R4 judges the simulator's answers.
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { smart } from '../../src/adapters/smart.js';
import { addDays } from '../../src/work/index.js';
import { readFhirJudge } from './documents.js';
import { type Exchange, readItems } from './reading.js';
import { createSmartSimulator } from './simulators/smart.js';

const until = '2026-04-05';
const window = { from: addDays(until, -99), until };
const typed = z.looseObject({ resourceType: z.string() });

const objections = readFhirJudge();

it('would object to what is none of FHIR', () => {
  expect(objections({ resourceType: 'Observation', status: 'made', code: {} })).toHaveLength(1);
  expect(objections({ resourceType: 'Patient', birthDate: 'May' })).toHaveLength(1);
  const entry = [{ resource: { resourceType: 'Observation' } }];
  expect(objections({ resourceType: 'Bundle', entry })).toHaveLength(1);
});

it('answers as FHIR R4 says, whether it has something or refuses', async () => {
  const heard: Exchange[] = [];
  const simulator = createSmartSimulator({
    accountOf: (token) => (token === 'token' ? 'ada' : undefined),
    until,
  });
  const reading = {
    adapter: smart,
    simulator,
    token: 'token',
    account: 'https://provider.test/Patient/ada',
    window,
    heard: (exchange: Exchange) => void heard.push(exchange),
  };
  await readItems(reading, 'body');
  await readItems(reading, 'profile');
  for (const changed of [{ token: 'other' }, { account: 'https://provider.test/Patient/ben' }])
    await expect(readItems({ ...reading, ...changed }, 'profile')).rejects.toThrow('refused');
  expect(heard.flatMap(({ body }) => objections(body))).toEqual([]);
  const types = heard.map(({ body }) => z.parse(typed, body).resourceType);
  expect(new Set(types)).toEqual(new Set(['Bundle', 'Patient', 'OperationOutcome']));
});
