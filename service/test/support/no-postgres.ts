// Stands in the report for the tests on PostgreSQL on a machine without it.
import { it } from 'vitest';

it.skip('There is no PostgreSQL here: `node scripts/postgres.mjs --install` gets one.', () => undefined);
