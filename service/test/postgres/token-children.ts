import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Limit } from '../../src/adapters/index.js';
import type { AtProvider } from '../../src/grants/index.js';
import { masterKey } from '../support/test-service.js';

export interface ChildSettings {
  readonly database: string;
  readonly masterKey: string;
  readonly at: Omit<AtProvider, 'adapter'>;
  readonly limits: readonly Limit[];
  /**
   * The last thing that the process does: it has read the row, claimed the renewal,
   * read the provider's answer, is about to seal the tokens, or has stored them.
   */
  readonly dieAt?: 'read' | 'claimed' | 'answered' | 'sealed' | 'stored';
}

export type Order =
  | { readonly do: 'use'; readonly grants: readonly string[] }
  | { readonly do: 'ask'; readonly grant: string };

/** The result of a use: the access token, or the kind of failure. */
export type Outcome = { readonly got: string } | { readonly failed: string };

export interface TokenChild {
  use(grants: readonly string[]): Promise<readonly Outcome[]>;
  /** Requests data until a request is refused. */
  ask(grant: string): Promise<{ readonly passed: number; readonly failed: string }>;
  /** Resolves with the signal that ended the process. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): void;
  /** Lets the process end by itself. */
  end(): Promise<void>;
}

/** Starts a process that uses tokens. */
export async function startTokenChild(
  at: AtProvider,
  { limits = [], ...more }: { readonly limits?: readonly Limit[] } & Pick<ChildSettings, 'dieAt'> = {},
): Promise<TokenChild> {
  const { application, network } = at;
  const settings: ChildSettings = {
    database: process.env['TEST_DATABASE_URL'] ?? '',
    masterKey,
    at: { application, network },
    limits,
    ...more,
  };
  const script = fileURLToPath(new URL('token-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { PATH: process.env['PATH'], CHILD: JSON.stringify(settings) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = (once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>).then(
    ([, signal]) => signal,
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the process has ended');
    return value;
  };
  await next();
  const obey = async (order: Order): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(order)}\n`);
    return JSON.parse(await next());
  };
  return {
    // The process answers its order with this type.
    use: async (grants) => (await obey({ do: 'use', grants })) as Outcome[],
    ask: async (grant) => (await obey({ do: 'ask', grant })) as Awaited<ReturnType<TokenChild['ask']>>,
    ended,
    kill: () => void child.kill('SIGKILL'),
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}
