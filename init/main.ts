// npx svc-link init: writes the files into a project that it needs to show the widget.
import path from 'node:path';
import { readAnswers } from './answers.js';
import { openTerminal } from './ask.js';
import { help, readOptions, type Options } from './options.js';
import { makePlan } from './plan.js';
import { readProject } from './project.js';
import { report } from './report.js';
import { Told } from './told.js';
import { write } from './write.js';

async function init(options: Options): Promise<void> {
  const project = readProject(path.resolve(options.folder));
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const terminal = options.asks && isTerminal ? openTerminal(process.stdin, process.stdout) : null;
  try {
    const answers = await readAnswers(options, project, terminal, process.env['SVC_API_KEY']);
    const plan = makePlan(project, answers);
    if (!options.dryRun) write(project.folder, plan);
    console.log(report(project, answers, plan, options.dryRun));
  } finally {
    terminal?.close();
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(help);
  else await init(options);
} catch (error) {
  const isLeft = error instanceof Error && error.name === 'AbortError';
  if (!(error instanceof Told) && !isLeft) throw error;
  console.error(isLeft ? '\nNothing was written.' : error.message);
  process.exitCode = 1;
}
