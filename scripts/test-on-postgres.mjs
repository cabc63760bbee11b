// Runs the tests of the service that a database could make differ on PostgreSQL too, and those of `service/test/postgres`,
// which need what PGlite lacks: connections beside one another. Each file has a new database of a server of our own. Without PostgreSQL on the machine it says so and does nothing.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTests } from './compile-tests.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The arguments name the files; without any it is all of these. */
const names = [
  'interface/conformance',
  'bulk/bulk-import',
  'bulk/bulk-operations',
  'bulk/bulk-export',
  'pulls/historical-pulls',
  'pulls/new-days',
  'pulls/summaries',
  'upgrades/seal-old-health-data',
  'crypto/stored-health-data',
  'jobs/jobs',
  'webhooks/webhooks',
  'webhooks/webhook-delivery',
  'webhooks/failing-webhooks',
  'webhooks/delivery-log',
  'db/database',
  'link/link-session',
  'management/link-statistics',
  'insurance/insurance',
  'users/user-list',
  'management/management-keys',
  'appointments/appointments',
  'appointments/slots',
  'appointments/bookings-in-background',
  ...(process.env.LONG
    ? [
        'process/kill-rounds',
        'management/management-teams',
        'users/deleted-users',
        'link/link-password',
        'link/link-code',
        'link/link-token',
        'server/sweeps',
        'users/users',
      ]
    : []),
];
const own = 'service/test/postgres';
const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [
        ...names.map((name) => `service/test/${name}.test.ts`),
        ...readdirSync(path.join(root, own))
          .filter((name) => name.endsWith('.test.ts'))
          .map((name) => `${own}/${name}`),
      ];

/** Where the report of all files goes. */
const report = path.resolve(root, process.env.REPORT ?? 'reports/tests/postgres.xml');

function run(file, databaseUrl) {
  const args = [
    ...['--test', '--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=junit', `--test-reporter-destination=${file}.xml`],
    file,
  ];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (data) => (text += data));
    child.stderr.on('data', (data) => (text += data));
    child.once('close', (code) => {
      process.stdout.write(text);
      resolve(code === 0);
    });
  });
}

/** One report out of the reports that the files left. */
function writeReport(cases) {
  mkdirSync(path.dirname(report), { recursive: true });
  writeFileSync(
    report,
    `<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n${cases.join('\n')}\n</testsuites>\n`,
  );
}

const binaries = findPostgres();
if (binaries) {
  const postgres = await startPostgres(binaries);
  const { place, clean } = await compileTests(files);
  try {
    const waiting = [...files];
    const cases = [];
    const work = async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) {
        const file = place(name);
        if (!(await run(file, postgres.createDatabase()))) process.exitCode = 1;
        const [, inside] = /<testsuites>([^]*)<\/testsuites>/.exec(readFileSync(`${file}.xml`, 'utf8'));
        cases.push(`<testsuite name="${name}">${inside}</testsuite>`);
      }
    };
    await Promise.all([work(), work()]);
    writeReport(cases);
  } finally {
    clean();
    await postgres.stop();
  }
} else {
  const missing = 'There is no PostgreSQL here: `node scripts/postgres.mjs --install` gets one.';
  console.log(missing);
  writeReport([`<testcase name="${missing}"><skipped/></testcase>`]);
}
