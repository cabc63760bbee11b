// What the kinds look for in a project.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Addition, Project } from './project.js';
import { Told } from './told.js';

/** By the file in which a package manager other than npm notes what it installed: to install a package, and one for development. */
const installers: Readonly<Record<string, readonly [string, string]>> = {
  'pnpm-lock.yaml': ['pnpm add', 'pnpm add --save-dev'],
  'yarn.lock': ['yarn add', 'yarn add --dev'],
  'bun.lock': ['bun add', 'bun add --dev'],
  'bun.lockb': ['bun add', 'bun add --dev'],
};

const lockFiles = [...Object.keys(installers), 'package-lock.json', 'npm-shrinkwrap.json'];

/** A folder and those above it. */
function* upwards(folder: string): Generator<string> {
  yield folder;
  const parent = path.dirname(folder);
  if (parent !== folder) yield* upwards(parent);
}

/** The lock file that the project is installed by: in a workspace it stands further up, within the repository. */
function findLockFile(folder: string): string | undefined {
  const folders = [...upwards(realpathSync(folder))];
  const repository = folders.findIndex((each) => existsSync(path.join(each, '.git')));
  // Without a repository nobody knows where the workspace ends.
  for (const each of folders.slice(0, repository < 0 ? 1 : repository + 1)) {
    const found = lockFiles.find((file) => existsSync(path.join(each, file)));
    if (found) return found;
  }
  return undefined;
}

/** How the project installs a package. */
export function installer({ folder }: Project): { readonly toRun: string; readonly toDevelop: string } {
  const [toRun, toDevelop] = installers[findLockFile(folder) ?? ''] ?? [
    'npm install',
    'npm install --save-dev',
  ];
  return { toRun, toDevelop };
}

/** What the token endpoint's imports need, where the framework does not bring it. */
export const nodeTypes = (project: Project): readonly string[] =>
  project.isTypeScript && !project.dependencies.has('@types/node')
    ? [`${installer(project).toDevelop} @types/node`]
    : [];

export const viteConfig = ({ has }: Project): string | undefined =>
  ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'].map((end) => `vite.config.${end}`).find(has);

/** The pages that Vite is to build, as its configuration lists them. Its build fails for one that is not there. */
export const viteInput = ({ has }: Project): string =>
  has('index.html') ? "['index.html', 'connect.html']" : "['connect.html']";

/** Where the App Router has its pages. */
export function appFolder({ has }: Project): string {
  const found = ['app', 'src/app'].find(has);
  if (found) return found;
  throw new Told(
    'This Next.js project has no App Router: there is no folder app or src/app.\nMake app: init writes for the App Router alone. A page of the Pages Router takes SvcLink of svc-link/react, and an API route the token endpoint of docs/server.md.',
  );
}

/** Whether Next.js builds a server that runs without the project's folder. */
const isStandalone = ({ read }: Project): boolean =>
  ['js', 'mjs', 'ts'].some((end) => /['"`]standalone['"`]/.test(read(`next.config.${end}`) ?? ''));

/** How to run that server. It serves what stands beside it alone, and Next.js does not copy all of it there. */
export const standalone = (project: Project): readonly string[] =>
  isStandalone(project)
    ? [
        'npx next build',
        'cp -r .next/static .next/standalone/.next/',
        ...(project.has('public') ? ['cp -r public .next/standalone/'] : []),
        'node --env-file=.env.local .next/standalone/server.js',
        '# the standalone server reads no .env.local by itself; in production the environment has SVC_API_KEY',
      ]
    : [];

/** The folder in which Angular builds: named for the first project of its workspace. The file may have comments, which JSON has not. */
export const angularOutput = ({ name, read }: Project): string =>
  `dist/${/"projects"\s*:\s*\{\s*"([^"]+)"/.exec(read('angular.json') ?? '')?.[1] ?? name}`;

/** Where an Express application stands most often. */
function applications({ main }: Pick<Project, 'main'>): string[] {
  const names = ['app', 'server', 'index', 'main'].flatMap((name) => [name, `src/${name}`]);
  const ends = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
  return [main, ...names.flatMap((name) => ends.map((end) => `${name}.${end}`))];
}

/** What an Express application takes: in the file in which it is made, where that is one of the usual ones. */
export function expressLines(project: Project): Addition {
  const files = applications(project);
  const holds = (file: string, what: RegExp): boolean => what.test(project.read(file) ?? '');
  const to = files.find((file) => holds(file, /\bexpress\(\)/)) ?? '';
  const from = `'${to.startsWith('src/') ? '..' : '.'}/link-token.mjs'`;
  const isModule = project.isModule || /\.(?:m|[mc]?t)s$/.test(to);
  // As its generator has it.
  const servesPublic = files.some((file) => holds(file, /\bstatic\([^\n]*['"`/]public['"`/]/));
  return {
    to: `${to || 'your application'}, before its other routes`,
    lines: [
      isModule ? `import { answerLinkToken } from ${from};` : `const { answerLinkToken } = require(${from});`,
      '',
      "app.post('/api/link-token', answerLinkToken);",
      ...(servesPublic ? [] : ["app.use(express.static('public'));"]),
    ],
  };
}
