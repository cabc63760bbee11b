// What the options leave open is asked, if there is a terminal; else it is what is usual. Three questions at most.
import type { Terminal } from './ask.js';
import { detectKind, elsewhere } from './detect-kind.js';
import { kindNames, type KindName } from './kinds.js';
import { kindOf, localService, readApiKey, readBaseUrl, type Options } from './options.js';
import type { Answers } from './plan.js';
import type { Project } from './project.js';
import { Told } from './told.js';

const sandboxKey = 'sk_sandbox_local';

/** `connect-your_watch` as people would write it. */
function titleOf(name: string): string {
  const words = name
    .replace(/^@[^/]*\//, '')
    .replace(/[-_.]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `environmentKey` is the API key that the environment has, if any. */
export async function readAnswers(
  options: Options,
  project: Project,
  terminal: Terminal | null,
  environmentKey: string | undefined,
): Promise<Answers> {
  const kind = options.kind ?? detectKind(project) ?? (await askKind(terminal));
  const baseUrl =
    options.baseUrl ?? readBaseUrl((await terminal?.ask('The service', localService)) ?? localService);
  return {
    kind,
    baseUrl,
    appName: options.appName ?? titleOf(project.name),
    apiKey: environmentKey ? readApiKey(environmentKey) : await askApiKey(baseUrl, terminal),
  };
}

async function askKind(terminal: Terminal | null): Promise<KindName> {
  if (terminal !== null)
    return kindOf(await terminal.ask(`Which kind of project: ${kindNames.join(', ')}`, ''));
  throw new Told(
    `Nothing here says which kind of project it is. Say it: --framework ${kindNames.join(' or ')}; html in a new folder.\n${elsewhere}`,
  );
}

/** Null: the person writes it into the file later. */
async function askApiKey(baseUrl: string, terminal: Terminal | null): Promise<string | null> {
  if (baseUrl === localService) return sandboxKey;
  const typed = await terminal?.ask('Its API key (not shown; empty to put it in later)', '', {
    secret: true,
  });
  return typed ? readApiKey(typed) : null;
}
