// The options of the command line.
import { parseArgs } from 'node:util';
import { isKindName, kindNames, type KindName } from './kinds.js';
import { Told } from './told.js';

export interface Options {
  readonly folder: string;
  readonly kind: KindName | null;
  readonly baseUrl: string | null;
  readonly appName: string | null;
  readonly asks: boolean;
  readonly dryRun: boolean;
}

export const localService = 'http://127.0.0.1:8787';

/** The API key of the service that `npm start` runs. It is no secret: the service prints it. */
export const sandboxKey = 'sk_sandbox_local';

export const help = `svc-link init [FOLDER]   writes the token endpoint and a page with the widget into a project

  --framework NAME   ${kindNames.join(', ')}; found out by itself where it can be
  --base-url URL     the service; ${localService} unless you say so
  --app-name NAME    your product, as people know it; the name of the project unless you say so
  --yes              asks nothing
  --dry-run          says what it would write, and writes nothing
  --help

The API key is taken from SVC_API_KEY, asked for, or the sandbox's if the service is on this machine. Files that are there already stay as they are.
`;

/** Null if only the help is asked for. */
export function readOptions(args: readonly string[]): Options | null {
  const { values, positionals } = parse(args);
  const [command, folder = '.', ...others] = positionals;
  if (values.help || (command === undefined && args.length === 0)) return null;
  if (command !== 'init') throw new Told(`Say what to do: svc-link init. (--help says more.)`);
  if (others.length > 0) throw new Told(`One folder at a time, not ${others.join(' ')} as well.`);
  return {
    folder,
    kind: values.framework === undefined ? null : kindOf(values.framework),
    baseUrl: values['base-url'] === undefined ? null : readBaseUrl(values['base-url']),
    appName: values['app-name'] ?? null,
    asks: !values.yes,
    dryRun: values['dry-run'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        framework: { type: 'string' },
        'base-url': { type: 'string' },
        'app-name': { type: 'string' },
        yes: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Told(
      `${error instanceof Error ? error.message : error}\nsvc-link init --help lists the options.`,
    );
  }
}

export function kindOf(name: string): KindName {
  if (isKindName(name)) return name;
  const why = name === '' ? '' : `There is no framework "${name}" here. `;
  throw new Told(`${why}Choose one of ${kindNames.join(', ')}.`);
}

/** The service's address as the files contain it, without a slash at the end. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Any other character would have to be escaped differently in each kind of file.
  if (!url || !/^https?:\/\/[\w.:[\]-]+[\w./~-]*$/.test(url.href))
    throw new Told(
      `"${text}" is no address of a service. One is ${localService}, another https://link.example.com.`,
    );
  return url.href.replace(/\/$/, '');
}

/** Whether the service is on this machine, as the one of `npm start` is. */
export const isHere = (baseUrl: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);

/** Throws if the text is not an API key, such as a management key. */
export function readApiKey(text: string): string {
  if (/^sk_\w+$/.test(text)) return text;
  throw new Told(
    'That is no API key: one begins with sk_. Management keys and link tokens do not serve here.',
  );
}
