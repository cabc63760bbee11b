// Asks for what the options leave open, if there is a terminal; otherwise takes the defaults. At most three questions.
import type { Terminal } from './ask.js';
import { detectKind, elsewhere } from './detect-kind.js';
import { kindNames, kinds, type KindName } from './kinds.js';
import {
  isHere,
  kindOf,
  localService,
  readApiKey,
  readBaseUrl,
  sandboxKey,
  type Options,
} from './options.js';
import type { Answers } from './plan.js';
import { keyIn, type Project } from './project.js';
import { Told } from './told.js';

/** Turns a package's name such as `connect-your_watch` into a title. */
function titleOf(name: string): string {
  const words = name
    .replace(/^@[^/]*\//, '')
    .replace(/[-_.]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `environmentKey` is the API key in the environment, if there is one. */
export async function readAnswers(
  options: Options,
  project: Project,
  terminal: Terminal | null,
  environmentKey: string | undefined,
): Promise<Answers> {
  const kind = options.kind ?? detectKind(project) ?? (await askKind(terminal));
  const baseUrl = options.baseUrl ?? (await askBaseUrl(terminal));
  // init never changes an existing file, so it could not write a typed key into it.
  const isThere = keyIn(project, kinds[kind].environment) !== null;
  const askKey = () => (isThere ? null : askApiKey(baseUrl, terminal));
  return {
    kind,
    baseUrl,
    appName: options.appName ?? titleOf(project.name),
    apiKey: environmentKey ? readApiKey(environmentKey) : await askKey(),
  };
}

/** Asks until the answer is valid, so that a typing error does not lose the earlier answers. */
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

/** Null if the person writes the key into the file later. */
async function askApiKey(baseUrl: string, terminal: Terminal | null): Promise<string | null> {
  const usual = isHere(baseUrl) ? sandboxKey : '';
  if (baseUrl === localService || terminal === null) return usual || null;
  const question =
    usual === ''
      ? 'API key, which is not shown (Enter: put it in later)'
      : 'API key, which the service prints and this does not show';
  return askUntil(
    terminal,
    () => terminal.ask(question, usual, { secret: true }),
    (typed) => (typed === '' ? null : readApiKey(typed)),
  );
}
