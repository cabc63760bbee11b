// What the options leave open is asked, if there is a terminal; else it is what is usual. Three questions at most.
import type { Terminal } from './ask.js';
import { detectKind, elsewhere } from './detect-kind.js';
import { kindNames, kinds, type KindName } from './kinds.js';
import { kindOf, localService, readApiKey, readBaseUrl, type Options } from './options.js';
import type { Answers } from './plan.js';
import { keyIn, type Project } from './project.js';
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
  const baseUrl = options.baseUrl ?? (await askBaseUrl(terminal));
  // A file that is there is left as it is, so that a key which was typed would go nowhere.
  const isThere = keyIn(project, kinds[kind].environment) !== null;
  const askKey = () => (isThere ? null : askApiKey(baseUrl, terminal));
  return {
    kind,
    baseUrl,
    appName: options.appName ?? titleOf(project.name),
    apiKey: environmentKey ? readApiKey(environmentKey) : await askKey(),
  };
}

/** Asks until there is an answer that can be read: what was answered before is not lost by a slip. */
async function askUntil<T>(terminal: Terminal, ask: () => Promise<string>, read: (text: string) => T) {
  for (;;) {
    const typed = await ask();
    try {
      return read(typed);
    } catch (error) {
      if (!(error instanceof Told)) throw error;
      terminal.say(error.message);
    }
  }
}

async function askKind(terminal: Terminal | null): Promise<KindName> {
  const names = kindNames.join(', ');
  if (terminal === null)
    throw new Told(
      `Nothing here says which kind of project it is. Say it: --framework ${kindNames.join(' or ')}; html in a new folder.\n${elsewhere}`,
    );
  terminal.say(`Nothing here says which kind of project it is. In a new folder take html.\n${elsewhere}`);
  return askUntil(
    terminal,
    () => terminal.ask(`Which of ${names}`, ''),
    (typed) => kindOf(typed.toLowerCase()),
  );
}

async function askBaseUrl(terminal: Terminal | null): Promise<string> {
  if (terminal === null) return localService;
  return askUntil(terminal, () => terminal.ask('Address of the service', localService), readBaseUrl);
}

/** Null: the person writes it into the file later. */
async function askApiKey(baseUrl: string, terminal: Terminal | null): Promise<string | null> {
  if (baseUrl === localService) return sandboxKey;
  if (terminal === null) return null;
  return askUntil(
    terminal,
    () => terminal.ask('API key, which is not shown (Enter: put it in later)', '', { secret: true }),
    (typed) => (typed === '' ? null : readApiKey(typed)),
  );
}
