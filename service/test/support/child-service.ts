// The built service as its own process, for what only a process shows: signals, crashes, exit codes.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export const newDataFolder = (): string => mkdtempSync(join(tmpdir(), 'svc-data-'));

type Environment = Readonly<Record<string, string>>;

function run(args: readonly string[], env: Environment): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. Where `reader` closes, nobody reads what it prints. */
export async function runCommand(
  args: readonly string[],
  env: Environment,
  reader: 'reads' | 'closes' = 'reads',
): Promise<Finished> {
  const child = run(args, env);
  if (reader === 'closes') child.stdout?.destroy();
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (err += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

export interface ChildService {
  readonly url: string;
  /** How much of the machine's memory it uses, in megabytes. */
  memory(): number;
  /** Everything it has written so far. */
  output(): string;
  /** Sends a signal and returns the exit code, which is null if the signal ended the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts the service on a free port; resolves when it listens. */
export async function startChild(env: Environment): Promise<ChildService> {
  const child = run([], env);
  let output = '';
  child.stderr?.on('data', (chunk) => (output += chunk));
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const listening = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      output += `${line}\n`;
      const url = /^Service\s+(\S+)$/.exec(line)?.[1];
      if (url) resolve(url);
    });
    void exit.then(() => reject(new Error(`the service ended:\n${output}`)));
  });
  return {
    url: await listening,
    memory: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      return (await exit)[0];
    },
  };
}
