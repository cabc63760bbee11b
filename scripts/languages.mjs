// Python with FastAPI, and Go: what some examples of a team's server are written in.
//
//   node scripts/languages.mjs            what would be used
//   node scripts/languages.mjs --install  the same, but gets Debian's and Ubuntu's by apt-get where one is missing
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { aptInstall } from './apt.mjs';

const first = (programs, ...args) =>
  programs.find((program) => spawnSync(program, args, { stdio: 'ignore' }).status === 0);

const languages = {
  // Another Python may stand before the system's, for which the packages are.
  python: {
    find: () => first(['python3', '/usr/bin/python3'], '-c', 'import fastapi, httpx, uvicorn'),
    packages: ['python3-fastapi', 'python3-httpx', 'python3-uvicorn'],
  },
  go: { find: () => first(['go'], 'version'), packages: ['golang-go'] },
};

function found({ find, packages }, { install = false } = {}) {
  const program = find();
  return program === undefined && install && aptInstall(...packages) ? find() : program;
}

/** A Python that has FastAPI. `install`: gets it if there is none, where that is possible. */
export const findPython = (options) => found(languages.python, options);
/** The same for Go. */
export const findGo = (options) => found(languages.go, options);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { install: process.argv.includes('--install') };
  console.log('python with FastAPI:', findPython(options) ?? 'none');
  console.log('go:                 ', findGo(options) ?? 'none');
}
