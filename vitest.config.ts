// The tests that do not need the runner for browsers. They run in threads that share loaded modules.
// playwright.config.ts runs the end-to-end tests, and web-test-runner.config.mjs the unit tests.
import { defineConfig } from 'vitest/config';
import { findProgram } from './scripts/programs.mjs';

const tests = 'service/test';
const long = process.env['LONG'] !== undefined;
/** Runs a service for an hour, or for SOAK_MINUTES. Only on request. */
const soaks = long || process.env['SOAK_MINUTES'] !== undefined;

/** Tests whose result could depend on the database. They also run on PostgreSQL. */
const onPostgres = [
  'interface/{conformance,fuzz}',
  'bulk/{bulk-import,bulk-operations,bulk-export,bulk-real-providers,import-reads,imported-applications,pause-renewals}',
  'grants/{linked-grants,refused-tokens,revocations,token-keeper,unnamed,unused-grants}',
  'notices/{subscriptions,subscribed-people}',
  'provider-http/budgets',
  'pulls/{historical-pulls,new-days,summaries,turns}',
  'adapters/garmin-linked',
  'upgrades/seal-old-health-data',
  'crypto/stored-health-data',
  'master-keys/{rotation,unfinished-rotation}',
  'audit/audit',
  'repeats/repeats',
  'jobs/jobs',
  'webhooks/{webhooks,webhook-delivery,failing-webhooks,delivery-log,large-logs}',
  'db/database',
  'link/link-session',
  'management/{link-statistics,management-keys,provider-health}',
  'provider-activity/activity',
  'link/by-use',
  'insurance/insurance',
  'users/{user-list,forgotten-users,stuck-users}',
  'user-export/user-export',
  'link-figures/link-figures',
  'retention/retention',
  'appointments/{appointments,slots,bookings-in-background}',
  ...(long
    ? [
        'process/kill-rounds',
        'management/management-teams',
        'users/{deleted-users,users}',
        'link/{link-password,link-code,link-token}',
        'server/sweeps',
      ]
    : []),
];

/** Tests of what people would lose first. They run with faults of the database. */
const withFaults = [
  'appointments/{appointments,slots,bookings-in-background}',
  'bulk/{bulk-import,bulk-operations,bulk-export}',
  'interface/conformance',
];

const postgresServer = 'service/test/support/postgres-server.mjs';
const ownDatabase = 'service/test/support/postgres-database.ts';

export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    // Long enough for a busy machine, but a test that hangs still ends.
    testTimeout: long ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    sequence: { hooks: 'list' },
    setupFiles: ['test/support/own-environment.ts'],
    reporters: ['default', ['junit', { outputFile: process.env['REPORT'] ?? 'reports/tests/node.xml' }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: [`${tests}/**/*.test.ts`, 'test/webhooks/*.test.ts'],
          exclude: [`${tests}/postgres/**`, `${tests}/soak/**`],
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: [
            'test/{package,shipping}/*.test.mjs',
            'test/mobile/*.test.ts',
            ...(long ? ['test/shipping/long/*.test.mjs'] : []),
          ],
        },
      },
      { extends: true, test: { name: 'examples', include: ['test/examples/*.test.mjs'] } },
      // These tests install React Native and compilers.
      { extends: true, test: { name: 'mobile', include: ['test/mobile/long/*.test.mjs'] } },
      { extends: true, test: { name: 'stacks', include: ['test/stacks/*.test.mjs'] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...(findProgram('postgres') === undefined
            ? { include: [`${tests}/support/no-postgres.ts`] }
            : {
                include: [...onPostgres, 'postgres/*'].map((name) => `${tests}/${name}.test.ts`),
                globalSetup: [postgresServer],
                setupFiles: [ownDatabase],
              }),
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          ...(findProgram('postgres') === undefined
            ? { include: [`${tests}/support/no-postgres.ts`] }
            : {
                include: withFaults.map((name) => `${tests}/${name}.test.ts`),
                globalSetup: [postgresServer],
                setupFiles: [ownDatabase, 'service/test/support/faulty-database.ts'],
              }),
        },
      },
      ...(soaks
        ? [{ extends: true as const, test: { name: 'soak', include: [`${tests}/soak/*.test.ts`] } }]
        : []),
    ],
  },
});
