// What a kind of project is, and what several kinds share.
import type { Addition, Project } from './project.js';

export interface Kind {
  readonly title: string;
  /** The package that shows this kind of project, if there is one. */
  readonly mark: string | null;
  /** The file for the API key, which the framework reads during development. */
  readonly environment: '.env' | '.env.local';
  /** Whether nothing tells its server that it is for development. Frameworks set NODE_ENV by themselves. */
  readonly isPlainNode?: (project: Project) => boolean;
  /** The template of each file to write. */
  readonly files: (project: Project) => Readonly<Record<string, string>>;
  readonly additions: (project: Project) => readonly Addition[];
  /** What to run after the installation. */
  readonly run: (project: Project) => readonly string[];
  /** Where the page is then. It names no address with a port, because another program may use the usual port. */
  readonly page: string;
  /** How to run a build, if this needs more than the framework says. One command a line: shells join commands differently. */
  readonly built: (project: Project) => readonly string[];
}

/** The token endpoint of a server in Node. */
export const nodeServer = { 'link-token.mjs': 'node/link-token.mjs' };

/** The types of `nodeServer`, for a server in TypeScript. */
export const nodeServerTypes = { 'link-token.d.mts': 'node/link-token.d.mts' };

/** The server may use another port than the usual one, and prints its address. */
export const printed = 'at the address that it prints';

export const nothingMore = (): readonly string[] => [];
