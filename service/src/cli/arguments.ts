import { parseArgs } from 'node:util';
import { UsageError } from './lines.js';

/** The words of a command and its options, each at most of its kind. Throws a UsageError with the help for others. */
export function readArguments(args: readonly string[], help: string) {
  const string = { type: 'string' } as const;
  const boolean = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        team: { ...string, multiple: true },
        org: string,
        management: boolean,
        name: string,
        expires: string,
        overlap: string,
        yes: boolean,
        all: boolean,
        data: boolean,
        to: string,
        wait: string,
        help: { ...boolean, short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'bad arguments'}\n\n${help}`);
  }
}
