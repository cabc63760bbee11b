// The tables of everything around the element: the sandbox, the languages, the client and the test driver.
import { steps } from '../../src/flow/state/state.ts';
import { names } from '../../demo/pages/magic-names.js';
import { operations } from '../../service/src/openapi/operations/index.ts';
import { fictionalProviders } from '../../service/src/providers/catalogue.ts';
import { columnNames, matrixTable } from '../../service/test/adapters/matrix/columns.ts';
import { languages } from '../../src/messages/languages.ts';
import { en } from '../../src/messages/en.ts';
import { fieldTable } from './element.mjs';
import { code, table } from './table.mjs';
import { membersNamed } from './types.mjs';

const inEnglish = new Intl.DisplayNames('en', { type: 'language' });
const loaded = await Promise.all(Object.values(languages).map((load) => load()));

const wordsOf = (message) =>
  typeof message === 'string'
    ? message
    : Object.entries(message)
        .map(([form, text]) => `${form}: ${text}`)
        .join('; ');

/** Calls and what they do. Types that only readers of the source know are left out. */
const callTable = (members) =>
  table(
    ['call', 'what it does'],
    members
      .filter(({ call }) => call)
      .map(({ call, text }) => [
        code(call.replace(/: BodyOf<typeof \w+>|, call\?: CallOptions|call\?: CallOptions/g, '')),
        text,
      ]),
  );

const managementCalls = membersNamed('ManagementCalls').map(({ name }) => name);

/** The credential that an endpoint takes, in words. */
const credentials = {
  none: 'nothing',
  'link-token': 'link token',
  'api-key': 'API key',
  'management-key': 'management key',
};

export const otherTables = {
  usernames: () =>
    table(
      ['user name', 'what happens'],
      names.map(([name, meaning]) => [code(name), meaning]),
    ),
  providers: () =>
    table(
      ['provider', 'slug', 'people sign in', 'regions'],
      fictionalProviders.map(({ name, slug, authType, regions }) => [
        name,
        code(slug),
        authType === 'oauth' ? 'by OAuth' : 'with a password',
        regions.map(code).join(' '),
      ]),
    ),
  // The tests of the matrix come from the same value.
  matrix: () => table(['provider', ...columnNames], matrixTable()),
  endpoints: () =>
    table(
      ['endpoint', 'takes', 'what it does'],
      Object.values(operations).map(({ endpoint: { method, path, auth, managed }, summary }) => [
        code(`${method} ${path}`),
        credentials[auth] + (managed ? ', or management key with `?team_id=`' : ''),
        summary,
      ]),
    ),
  languages: () =>
    table(
      ['tag', 'language', 'in its own words'],
      ['en', ...loaded.map(({ tag }) => tag)].map((tag) => [
        code(tag),
        inEnglish.of(tag),
        new Intl.DisplayNames(tag, { type: 'language' }).of(tag),
      ]),
    ),
  /** The texts whose keys begin with `area`. */
  messages: (area) =>
    table(
      ['key', 'English'],
      Object.entries(en)
        .filter(([key]) => key.startsWith(`${area}.`))
        .map(([key, message]) => [code(key), wordsOf(message)]),
    ),
  // The calls of an organization have their own page.
  client: () => callTable(membersNamed('Client').filter(({ name }) => !managementCalls.includes(name))),
  calls: (name) => callTable(membersNamed(name)),
  fields: (name) => fieldTable(membersNamed(name)),
  reads: (name) => fieldTable(membersNamed(name).filter(({ call }) => !call)),
  steps: () => steps.map(code).join(' '),
};
