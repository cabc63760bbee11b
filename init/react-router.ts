// React Router as a framework, with its own server.
import { nodeTypes } from './in-project.js';
import { nothingMore, printed, type Kind } from './kind.js';
import type { Addition, Project } from './project.js';
import { Told } from './told.js';

/** The folder of a React Router project with its routes. Throws if the project has no server, which makes link tokens. */
function appFolder({ read }: Project): string {
  const config = ['ts', 'js', 'mts', 'mjs'].map((end) => read(`react-router.config.${end}`) ?? '').join('');
  if (/\bssr\s*:\s*false\b/.test(config))
    throw new Told(
      'This React Router project has no server, because its configuration says ssr: false, and a server has to make the link token.\nLeave that out, or take the token endpoint of examples/server-node and the page of docs/frameworks.md.',
    );
  return /\bappDirectory\s*:\s*['"`](?:\.\/)?([\w./-]+?)\/?['"`]/.exec(config)?.[1] ?? 'app';
}

/** The routes that a React Router project has to name, unless it takes them from the names of the files. */
function missingRoutes(project: Project): readonly Addition[] {
  const folder = appFolder(project);
  const to = `${folder}/routes.${project.has(`${folder}/routes.js`) ? 'js' : 'ts'}`;
  if (/\bflatRoutes\(/.test(project.read(to) ?? '')) return [];
  return [
    {
      to,
      lines: [
        "import { route } from '@react-router/dev/routes';",
        '',
        '// two more of the routes:',
        "route('api/link-token', 'routes/api.link-token.ts'),",
        "route('connect', 'routes/connect.tsx'),",
      ],
    },
  ];
}

export const reactRouter: Kind = {
  title: 'React Router',
  mark: '@react-router/dev',
  environment: '.env.local',
  files: (project) => ({
    // Conventions for the names of files lead to the same addresses as the lines below.
    [`${appFolder(project)}/routes/api.link-token.ts`]: 'react-router/api.link-token.ts',
    [`${appFolder(project)}/routes/connect.tsx`]: 'react-router/connect.tsx',
  }),
  additions: missingRoutes,
  run: (project) => [...nodeTypes(project), 'npx react-router dev'],
  page: `/connect ${printed}`,
  built: nothingMore,
};
