// What init will write. The whole plan is made before anything is written, so that a dry run says exactly what a run does.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isIgnored } from './git-ignore.js';
import { viteInput } from './in-project.js';
import { kinds, type KindName } from './kinds.js';
import { localService, sandboxKey } from './options.js';
import { keyIn, type KeyThere, type Addition, type Project } from './project.js';
import { Told } from './told.js';

export interface Answers {
  readonly kind: KindName;
  readonly baseUrl: string;
  readonly appName: string;
  /** Null if the key is in the environment's file, or if the person writes it there later. */
  readonly apiKey: string | null;
}

export interface Plan {
  /** New files and their texts. */
  readonly files: readonly { readonly name: string; readonly text: string; readonly isSecret: boolean }[];
  /** What the environment's file had before. */
  readonly key: KeyThere;
  /** The line to add to .gitignore; null if it needs none. */
  readonly ignored: string | null;
  readonly additions: readonly Addition[];
}

/** The folder of the templates, relative to the built program in the package. */
const templates = fileURLToPath(new URL('../../init/templates/', import.meta.url));

/** The texts in the templates that the person's answers replace. */
const written = {
  baseUrl: localService,
  appName: 'Northwind Health',
  script: '/src/connect.js',
  input: "['index.html', 'connect.html']",
};

const quoted = (text: string): string => text.replace(/[\\']/g, '\\$&');

/** The file with the API key. */
function environmentText(project: Project, { kind, apiKey }: Answers): string {
  const lines = [`SVC_API_KEY=${apiKey ?? ''}`];
  if (kinds[kind].isPlainNode?.(project) && apiKey !== sandboxKey)
    lines.push(
      '# For this machine only: everybody is the same visitor, until signedIn() has your login.',
      'NODE_ENV=development',
    );
  return `${lines.join('\n')}\n`;
}

/** Throws if one of the files exists already; then nothing is written. */
export function makePlan(project: Project, answers: Answers): Plan {
  const { kind, baseUrl, appName } = answers;
  const { environment, files, additions } = kinds[kind];
  const wanted = Object.entries(files(project));
  const there = wanted.filter(([name]) => project.has(name));
  if (there.length > 0) throw new Told(inTheWay(there, project));

  const script = project.isTypeScript ? '/src/connect.ts' : written.script;
  const made = wanted.map(([name, template]) => ({
    name,
    text: readFileSync(path.join(templates, template), 'utf8')
      .replaceAll(written.baseUrl, () => baseUrl)
      .replaceAll(written.appName, () => quoted(appName))
      .replaceAll(written.script, () => script)
      .replaceAll(written.input, () => viteInput(project)),
    isSecret: false,
  }));

  const key = keyIn(project, environment);
  return {
    files:
      key === null
        ? [...made, { name: environment, text: environmentText(project, answers), isSecret: true }]
        : made,
    key,
    ignored: isIgnored(project.folder, environment) ? null : environment,
    additions: [
      ...additions(project),
      // The key itself is not printed, because the output may be stored.
      ...(key === 'without' ? [{ to: environment, lines: ['SVC_API_KEY=your API key'] }] : []),
    ],
  };
}

/** Where a template is, as a person finds it. With Yarn's Plug'n'Play the package is an archive. */
export function templatePlace(folder: string, file: string): string {
  const [, inside] = /\.zip[/\\]node_modules[/\\]svc-link[/\\](.+)$/.exec(file) ?? [];
  return inside === undefined
    ? path.relative(folder, file)
    : `${inside} of the package, which yarn unplug svc-link makes a folder`;
}

function inTheWay(there: readonly (readonly [string, string])[], { folder }: Project): string {
  const rows = there.map(
    ([name, template]) => `  ${name}\n    would be ${templatePlace(folder, path.join(templates, template))}`,
  );
  return `Nothing was written, because init overwrites nothing, and this is there already:\n${rows.join('\n')}\nMove it away and run init again, or take from that file of the package what you need.`;
}
