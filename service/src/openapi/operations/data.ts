import {
  listHistoricalPulls,
  readActivitySummary,
  readBodySummary,
  readMealSummary,
  readProfileSummary,
  readSleepSummary,
  readTimeseries,
  readWorkoutsSummary,
  timeseriesResources,
} from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Data');

export const data = {
  readActivitySummary: of(readActivitySummary, 'Read days of movement'),
  readBodySummary: of(readBodySummary, 'Read measurements of the body'),
  readMealSummary: of(readMealSummary, 'Read meals'),
  readSleepSummary: of(readSleepSummary, 'Read nights'),
  readWorkoutsSummary: of(readWorkoutsSummary, 'Read workouts'),
  readProfileSummary: of(readProfileSummary, 'Read who the user is', {
    description: 'As the provider that was connected last knows the person. Takes no dates.',
    refusals: {
      404: 'the user is unknown, or `profile_not_found`: no provider gave a profile yet',
      500: '`value_unreadable`: what is stored cannot be decrypted',
    },
  }),
  readTimeseries: of(readTimeseries, 'Read what a resource without a summary has', {
    description:
      'At most 31 days, the earliest first. Of the fields of the answer the one of the resource is there. A long answer is sent while it is read; if it breaks off, ask again.',
    choices: { resource: timeseriesResources },
  }),
  listHistoricalPulls: of(listHistoricalPulls, 'List the historical pulls of a user', {
    refusals: { 404: 'the user is unknown' },
  }),
} satisfies Readonly<Record<string, Operation>>;
