import { kindNames, kinds, type KindName } from './kinds.js';
import { isWorkspace, type Project } from './project.js';
import { Told } from './told.js';

/** Frameworks with their own server and pages that are built with Vite. They would not serve the page of the kind `vite`. */
const unknown: Readonly<Record<string, string>> = {
  '@remix-run/dev': 'Remix',
  '@tanstack/react-start': 'TanStack Start',
  '@solidjs/start': 'SolidStart',
};

/** Tells people with a framework that init does not know where to look. */
export const elsewhere =
  'For any other, such as Hono, Fastify or TanStack Start: examples/server-node of this package has the token endpoint, docs/server.md says how it works, and docs/frameworks.md how a page shows the element.';

/** The kind of a project; null if nothing shows it. Throws for a framework that is known not to work, and for a workspace's root. */
export function detectKind(project: Project): KindName | null {
  const { dependencies, has } = project;
  const [, other] = Object.entries(unknown).find(([name]) => dependencies.has(name)) ?? [];
  if (other !== undefined)
    throw new Told(`init does not know ${other}, and has nothing to write for it.\n${elsewhere}`);
  const found = kindNames.find((name) => dependencies.has(kinds[name].mark ?? ''));
  if (found || has('index.html')) return found ?? 'html';
  if (isWorkspace(project))
    throw new Told(
      'This is the root of a workspace, and init writes into one of its packages.\nName the folder of the one with your page, as in svc-link init packages/web, or go there.',
    );
  return null;
}
