// Type-checks every part with the configuration it is meant for. The service, the demo, the type and end-to-end tests read the built declarations
// of the root package, so build first.
import { spawnSync } from 'node:child_process';

const projects = [
  'tsconfig.json',
  'tsconfig.pure.json',
  'service/tsconfig.test.json',
  'service/console/tsconfig.json',
  'demo/tsconfig.json',
  'test/e2e/tsconfig.json',
  'test/types/tsconfig.json',
  'test/webhooks/tsconfig.json',
];
const compiler = 'node_modules/typescript-7/bin/tsc';
const { status } = spawnSync(process.execPath, [compiler, '--build', ...projects, '--noEmit'], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
