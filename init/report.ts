import path from 'node:path';
import { command, installer } from './in-project.js';
import { kinds } from './kinds.js';
import { isHere, sandboxKey } from './options.js';
import type { Answers, Plan } from './plan.js';
import type { Project } from './project.js';

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`.trimEnd()).join('\n');

const whereKeysAre = (baseUrl: string): string =>
  isHere(baseUrl) ? 'the service prints it when it starts' : 'it is of your team, and its console makes one';

/** Says what was written, or would be, and what to do next. */
export function report(project: Project, answers: Answers, plan: Plan, dryRun: boolean): string {
  const { title, environment, run, page, built } = kinds[answers.kind];
  const rows = [
    ...plan.files.map(({ name, isSecret }) => (isSecret ? `${name}   the API key` : name)),
    ...(plan.ignored === null ? [] : [`.gitignore   one line more: ${plan.ignored}`]),
  ];
  const lacksKey = plan.key === 'empty' || (plan.key === null && answers.apiKey === null);
  // A package manager that runs init in a package of a workspace says where the person is.
  const way = path.relative(process.env['INIT_CWD'] || process.cwd(), project.folder);
  const steps = [
    ...(way === '' ? [] : [`cd ${/^[\w./\\-]+$/.test(way) ? way : JSON.stringify(way)}`]),
    ...(project.dependencies.has('svc-link') ? [] : [`${installer(project).toRun} svc-link`]),
    ...(lacksKey ? [`# put your API key into ${environment}: ${whereKeysAre(answers.baseUrl)}`] : []),
    ...run(project).map((line) => command(project, line)),
    `# then open ${page}`,
  ];
  const endpoint = plan.files.find(({ text }) => text.includes('function signedIn('))?.name;
  const builtSteps = built(project).map((line) => command(project, line));
  return [
    `${title} in ${project.folder}`,
    `${dryRun ? 'Would write' : 'Wrote'}:\n${indented(rows)}`,
    ...plan.additions.map(
      ({ to, lines }) => `Add to ${to}:\n${indented(lines.map((line) => command(project, line)))}`,
    ),
    ...(plan.key === 'set'
      ? [`The API key is the one that stands in ${environment}, which stays as it is.`]
      : []),
    `Next:\n${indented(steps)}`,
    ...(builtSteps.length === 0 ? [] : [`When you build it:\n${indented(builtSteps)}`]),
    `The service has to run at ${answers.baseUrl}.`,
    ...(plan.key === null && answers.apiKey === sandboxKey
      ? [
          `The API key is the sandbox's. If the service prints another when it starts, put that into ${environment}.`,
        ]
      : []),
    'The page says only what the browser saw; your server asks how a link ended: docs/server.md of this package.',
    `Before others use it, put your login into signedIn() of ${endpoint}. Without it everybody is a single visitor: in the sandbox, or with a key of your own while NODE_ENV is development. Elsewhere it serves nobody.`,
  ].join('\n\n');
}
