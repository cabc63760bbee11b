// What the kinds look for in a project.
import type { Project } from './project.js';
import { Told } from './told.js';

/** What the token endpoint's imports need, where the framework does not bring it. */
export const nodeTypes = ({ isTypeScript, dependencies }: Project): readonly string[] =>
  isTypeScript && !dependencies.has('@types/node') ? ['npm install --save-dev @types/node'] : [];

export const viteConfig = ({ has }: Project): string | undefined =>
  ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'].map((end) => `vite.config.${end}`).find(has);

/** Where the App Router has its pages. */
export function appFolder({ has }: Project): string {
  const found = ['app', 'src/app'].find(has);
  if (found) return found;
  throw new Told(
    'This Next.js project has no App Router: there is no folder app or src/app.\nMake app: init writes for the App Router alone. A page of the Pages Router takes SvcLink of svc-link/react, and an API route the token endpoint of docs/server.md.',
  );
}

/** Whether Next.js builds a server that runs without the project's folder. */
export const isStandalone = ({ read }: Project): boolean =>
  ['js', 'mjs', 'ts'].some((end) => /['"`]standalone['"`]/.test(read(`next.config.${end}`) ?? ''));

/** Whether an Express application serves the folder public already, as its generator has it. */
export function servesPublic({ main, read }: Project): boolean {
  const names = ['app', 'server', 'index', 'src/app', 'src/server', 'src/index'];
  const files = [main, ...names.flatMap((name) => ['js', 'mjs', 'cjs', 'ts'].map((end) => `${name}.${end}`))];
  return files.some((file) => /\bstatic\([^\n]*['"`/]public['"`/]/.test(read(file) ?? ''));
}
