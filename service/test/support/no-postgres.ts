// Stands in the report for the tests on PostgreSQL on a machine without it.
import { it } from 'vitest';

it.skip('There is no PostgreSQL here: `node scripts/programs.mjs --install postgres` gets one.', () =>
  undefined);
