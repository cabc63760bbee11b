import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Whether Git ignores this file of the folder, now or once there is a repository. */
export function isIgnored(folder: string, file: string): boolean {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', '--no-index', file], { cwd: folder });
  // Any other status means that there is no repository, or no Git.
  if (status === 0 || status === 1) return status === 0;
  const rules = path.join(folder, '.gitignore');
  const covering = [file, `/${file}`, '.env*', ...(file === '.env' ? [] : ['.env.*', '*.local'])];
  return (
    existsSync(rules) &&
    readFileSync(rules, 'utf8')
      .split('\n')
      .some((line) => covering.includes(line.trim()))
  );
}
