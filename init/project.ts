// Reads the project in a folder.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Told, codeOf } from './told.js';

export interface Project {
  readonly folder: string;
  readonly name: string;
  readonly dependencies: ReadonlySet<string>;
  /** Whether files with `.js` are modules. */
  readonly isModule: boolean;
  readonly isTypeScript: boolean;
  /** The names of its scripts, such as `start`. */
  readonly scripts: ReadonlySet<string>;
  /** The file that starts the program. */
  readonly main: string;
  readonly has: (file: string) => boolean;
  /** The content of a file; null if it does not exist. */
  readonly read: (file: string) => string | null;
}

/** Lines that the person has to add to a file. */
export interface Addition {
  readonly to: string;
  readonly lines: readonly string[];
}

/** Whether the environment's file has an API key, its name without a value, or nothing. Null if there is no such file. */
export type KeyThere = 'set' | 'empty' | 'without' | null;

export function keyIn({ read, has }: Pick<Project, 'read' | 'has'>, environment: string): KeyThere {
  if (!has(environment)) return null;
  const value = /^\s*(?:export\s+)?SVC_API_KEY\s*=(.*)$/m.exec(read(environment) ?? '')?.[1];
  if (value === undefined) return 'without';
  return /^[\s'"]*$/.test(value) ? 'empty' : 'set';
}

/** How the files of a folder are read. */
export function filesIn(folder: string): Pick<Project, 'has' | 'read'> {
  return {
    has: (file) => existsSync(path.join(folder, file)),
    read: (file) => {
      const there = path.join(folder, file);
      return statSync(there, { throwIfNoEntry: false })?.isFile() ? readFileSync(there, 'utf8') : null;
    },
  };
}

/** Whether a folder is the root of a workspace, whose packages have folders of their own. */
export const isWorkspace = ({ has, read }: Pick<Project, 'has' | 'read'>): boolean =>
  (has('package.json') && /"workspaces"\s*:/.test(read('package.json') ?? '')) ||
  // pnpm's file may have settings alone.
  (has('pnpm-workspace.yaml') && /^packages:/m.test(read('pnpm-workspace.yaml') ?? ''));

/** Throws if the folder has no project. */
export function readProject(folder: string): Project {
  const manifest = readManifest(path.join(folder, 'package.json'));
  const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
  const { has, read } = filesIn(folder);
  return {
    folder,
    name: manifest.name ?? path.basename(folder),
    dependencies,
    isModule: manifest.type === 'module',
    isTypeScript: has('tsconfig.json'),
    scripts: new Set(Object.keys(manifest.scripts ?? {})),
    main: manifest.main ?? 'index.js',
    has,
    read,
  };
}

interface Manifest {
  name?: string;
  type?: string;
  main?: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function readManifest(file: string): Manifest {
  if (!existsSync(file))
    throw new Told(
      `${path.dirname(file)} is no project: it has no package.json.\nGo to your project's folder, or make one there: npm init -y`,
    );
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Told(`${file} cannot be read (${codeOf(error)}).`);
  }
  try {
    // Some editors begin a file with a byte order mark, which npm ignores too. npm requires this shape, and every field may be missing.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Manifest;
  } catch {
    throw new Told(`${file} is no JSON. Mend it first: npm cannot read it either.`);
  }
}
