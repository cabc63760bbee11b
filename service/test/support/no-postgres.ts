// Appears in the report in place of the tests on PostgreSQL if this machine has none.
import { it } from 'vitest';

it.skip('There is no PostgreSQL here: `node scripts/programs.mjs --install postgres` gets one.', () =>
  undefined);
