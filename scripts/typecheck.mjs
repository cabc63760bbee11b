// Type-checks every part with the configuration it is meant for. The service, the demo and the type tests read the built declarations
// of the root package, so build first.
import { spawnSync } from 'node:child_process';

let failed = false;
for (const project of [
  'tsconfig.json',
  'tsconfig.pure.json',
  'service/tsconfig.test.json',
  'service/console/tsconfig.json',
  'demo/tsconfig.json',
  'test/types/tsconfig.json',
  'test/webhooks/tsconfig.json',
]) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/typescript-7/bin/tsc', '-p', project, '--noEmit'],
    {
      stdio: 'inherit',
    },
  );
  console.log(`${status === 0 ? '✓' : '✗'} ${project}`);
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
