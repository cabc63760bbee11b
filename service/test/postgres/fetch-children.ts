import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Where a process ends: before its request, with the answers read, in the storing transaction before
 * anything is written, with some kinds of data written, before the last statement, and after the commit.
 */
export const fetchSteps = ['asking', 'fetched', 'storing', 'stored-some', 'ending', 'committed'] as const;
export type FetchStep = (typeof fetchSteps)[number];

export interface FetchSettings {
  readonly database: string;
  readonly masterKey: string;
  readonly provider: string;
  /** The address of the provider's interface. */
  readonly api: string;
  readonly connection: string;
  /** Real time, as ISO 8601. */
  readonly now: string;
  /** `time` is 2 if the process ends when it reaches the step for the second time, and so on. */
  readonly dieAt: { readonly phase: 'history' | 'days'; readonly step: FetchStep; readonly time: number };
}

/** Runs a process that fetches data. Resolves with the signal that ended it; null if it ended by itself. */
export async function runFetchChild(settings: FetchSettings): Promise<NodeJS.Signals | null> {
  const script = fileURLToPath(new URL('fetch-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { PATH: process.env['PATH'], CHILD: JSON.stringify(settings) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === null && code !== 0) throw new Error(`the process failed with ${code}`);
  return signal;
}
