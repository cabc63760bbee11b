// What the kinds look up in a project.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { filesIn, isWorkspace, type Addition, type Project } from './project.js';
import { Told } from './told.js';

/** The commands to install a package and a development package, by the lock file of a package manager other than npm. */
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

/** The first of these files that is in the project's folder or, in a package of a workspace, in a folder further up. */
function findUp({ folder }: Pick<Project, 'folder'>, files: readonly string[]): string | undefined {
  const folders = [...upwards(realpathSync(folder))];
  const root = folders.findIndex((each) => existsSync(path.join(each, '.git')) || isWorkspace(filesIn(each)));
  // What is above belongs to others.
  for (const each of folders.slice(0, Math.max(root, 0) + 1)) {
    const found = files.find((file) => existsSync(path.join(each, file)));
    if (found) return found;
  }
  return undefined;
}

/** How the project installs a package. */
export function installer(project: Project): { readonly toRun: string; readonly toDevelop: string } {
  const [toRun, toDevelop] = installers[findUp(project, lockFiles) ?? ''] ?? [
    'npm install',
    'npm install --save-dev',
  ];
  return { toRun, toDevelop };
}

const bun = { npx: 'bunx', node: 'bun', npm: 'bun' };

/**
 * How other package managers run what npm, npx and Node do. npm refuses to run in a project that names pnpm as its own, as `pnpm
 * init` does; Yarn's Plug'n'Play makes no `node_modules`, in which npx and Node look for packages. With Bun there may be no Node.
 */
const runners: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'pnpm-lock.yaml': { npx: 'pnpm exec', npm: 'pnpm' },
  'yarn.lock': { npx: 'yarn', node: 'yarn node', npm: 'yarn' },
  'bun.lock': bun,
  'bun.lockb': bun,
};

/** A command as the project runs it. A line that is no command stays as it is. */
export function command(project: Project, line: string): string {
  const runner = runners[findUp(project, lockFiles) ?? ''] ?? {};
  return line.replace(/^(?:npx|node|npm)(?= )/, (name) => runner[name] ?? name);
}

/** Installs the types that the token endpoint's imports need, if the framework does not bring them. */
export const nodeTypes = (project: Project): readonly string[] =>
  project.isTypeScript && !project.dependencies.has('@types/node')
    ? [`${installer(project).toDevelop} @types/node`]
    : [];

export const viteConfig = ({ has }: Project): string | undefined =>
  ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'].map((end) => `vite.config.${end}`).find(has);

/** The pages that Vite builds, as its configuration lists them. The build fails for a page that does not exist. */
export const viteInput = ({ has }: Project): string =>
  has('index.html') ? "['index.html', 'connect.html']" : "['connect.html']";

/** The folder in which the App Router has its pages. */
export function appFolder({ has }: Project): string {
  const found = ['app', 'src/app'].find(has);
  if (found) return found;
  throw new Told(
    'This Next.js project has no App Router: there is no folder app or src/app.\nMake app: init writes for the App Router alone. A page of the Pages Router takes SvcLink of svc-link/react, and an API route the token endpoint of docs/server.md.',
  );
}

/** A command of Next.js. Its usual bundler finds no package with Yarn's Plug'n'Play. */
export const next = (project: Project, command: string): string =>
  `npx next ${command}${findUp(project, ['.pnp.cjs']) ? ' --webpack' : ''}`;

/** Whether Next.js builds a server that runs without the project's folder. */
const isStandalone = ({ read }: Project): boolean =>
  ['js', 'mjs', 'ts'].some((end) => /['"`]standalone['"`]/.test(read(`next.config.${end}`) ?? ''));

/** How to run that server. It serves only files in its own folder, and Next.js does not copy all of them there. */
export const standalone = (project: Project): readonly string[] =>
  isStandalone(project)
    ? [
        next(project, 'build'),
        'cp -r .next/static .next/standalone/.next/',
        ...(project.has('public') ? ['cp -r public .next/standalone/'] : []),
        'node --env-file=.env.local .next/standalone/server.js',
        '# the standalone server reads no .env.local by itself; in production the environment has SVC_API_KEY',
      ]
    : [];

/** Angular's output folder, named after the workspace's first project. angular.json may have comments, so it is not JSON. */
export const angularOutput = ({ name, read }: Project): string =>
  `dist/${/"projects"\s*:\s*\{\s*"([^"]+)"/.exec(read('angular.json') ?? '')?.[1] ?? name}`;

/** The usual files of an Express application. */
function applications({ main }: Pick<Project, 'main'>): string[] {
  const names = ['app', 'server', 'index', 'main'].flatMap((name) => [name, `src/${name}`]);
  const ends = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
  return [main, ...names.flatMap((name) => ends.map((end) => `${name}.${end}`))];
}

/** The usual file that creates the application, if there is one. */
const expressFile = (project: Project): string | undefined =>
  applications(project).find((file) => /\bexpress\(\)/.test(project.read(file) ?? ''));

/** How to start an Express application, as far as the project shows it. */
export function startExpress(project: Project): readonly string[] {
  const { scripts, isTypeScript, main, has } = project;
  // In TypeScript `start` mostly runs what a build made.
  if (isTypeScript && scripts.has('dev')) return ['npm run dev'];
  if (scripts.has('start'))
    return [...(isTypeScript && scripts.has('build') ? ['npm run build'] : []), 'npm start'];
  if (isTypeScript) return ['# start your application'];
  // `npm init` writes a `main` that need not exist.
  return [`node ${has(main) ? main : (expressFile(project) ?? main)}`];
}

/** The lines that an Express application needs. */
export function expressLines(project: Project): Addition {
  const files = applications(project);
  const holds = (file: string, what: RegExp): boolean => what.test(project.read(file) ?? '');
  const to = expressFile(project) ?? '';
  const from = `'${to.startsWith('src/') ? '..' : '.'}/link-token.mjs'`;
  const isModule = project.isModule || /\.(?:m|[mc]?t)s$/.test(to);
  // Express's generator writes it this way.
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
