// Python with FastAPI, and Go: what some examples of a team's server are written in, and what a client generated for Go stands on.
// Kotlin, for the library of Android apps.
//
//   node scripts/languages.mjs                   what would be used
//   node scripts/languages.mjs --install         the same, but gets Debian's and Ubuntu's by apt-get where one is missing
//   node scripts/languages.mjs --install python  one of them alone
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { aptInstall } from './apt.mjs';

const first = (programs, ...args) =>
  programs.find((program) => spawnSync(program, args, { stdio: 'ignore' }).status === 0);

/** What the tests in Kotlin stand on. */
const jars = ['json-android', 'junit4', 'hamcrest-core'].map((name) => `/usr/share/java/${name}.jar`);

const languages = {
  // Another Python may stand before the system's, for which the packages are.
  python: {
    find: () => first(['python3', '/usr/bin/python3'], '-c', 'import fastapi, httpx, uvicorn'),
    packages: ['python3-fastapi', 'python3-httpx', 'python3-uvicorn'],
  },
  go: { find: () => first(['go'], 'version'), packages: ['golang-go'] },
  // The generator runs in Java. Debian keeps what its code imports where Go looked before it had modules.
  generatedGo: {
    find() {
      const goPath = '/usr/share/gocode';
      const hasAll = existsSync(`${goPath}/src/golang.org/x/oauth2`) && first(['java'], '-version');
      const go = hasAll ? first(['go'], 'version') : undefined;
      return go && { go, goPath };
    },
    packages: ['golang-go', 'golang-golang-x-oauth2-dev', 'default-jre-headless'],
  },
  kotlin: {
    find() {
      const compiler = jars.every((jar) => existsSync(jar)) ? first(['kotlinc'], '-version') : undefined;
      return compiler && { compiler, jars };
    },
    packages: ['kotlin', 'default-jre-headless', 'junit4', 'libandroid-json-org-java'],
  },
};

function found({ find, packages }, { install = false } = {}) {
  const program = find();
  return program === undefined && install && aptInstall(...packages) ? find() : program;
}

/** A Python that has FastAPI. `install`: gets it if there is none, where that is possible. */
export const findPython = (options) => found(languages.python, options);
/** The same for Go. */
export const findGo = (options) => found(languages.go, options);
/** Go, and the folder of the packages that generated code imports. */
export const findGeneratedGo = (options) => found(languages.generatedGo, options);
/** Kotlin's compiler, and the packages of its tests. */
export const findKotlin = (options) => found(languages.kotlin, options);
/** A test in place of those that need what was not found. */
export const isMissing = () => {
  throw new Error('It is not here: `node scripts/languages.mjs --install` gets it on Debian and Ubuntu.');
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const install = process.argv.includes('--install');
  const wanted = process.argv.slice(2).filter((argument) => argument !== '--install');
  const unknown = wanted.filter((name) => !(name in languages));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')} here, but ${Object.keys(languages).join(', ')}.`);
    process.exit(2);
  }
  for (const name of wanted.length > 0 ? wanted : Object.keys(languages)) {
    const program = found(languages[name], { install });
    console.log(`${name}:`.padEnd(13), program?.compiler ?? program?.goPath ?? program ?? 'none');
  }
}
