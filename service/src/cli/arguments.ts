import { parseArgs } from 'node:util';
import { UsageError } from './lines.js';

/** Parses the words and options of a command. Throws a UsageError with the help if there are unknown ones. */
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
