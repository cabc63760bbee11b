// What the tests prove of each provider. matrix.test.ts makes a test for each cell of these columns that
// has a proof, and `npm run docs` makes the table in docs/providers/README.md from the same columns.
import { type Adapter, adapters, firstDay, hasDays } from '../../../src/adapters/index.js';
import type { OauthAdapter } from '../../../src/grants/index.js';
import { daysBetween } from '../../../src/work/index.js';
import { documents } from '../documents.js';

/** What is proved, or why there is no proof. */
export type Cell = { readonly proved: string } | { readonly lacking: string };

const yes: Cell = { proved: 'yes' };
const always = (): Cell => yes;

/** How many days of the past the resources have, the smallest number first. */
function daysOfPast(adapter: Adapter): readonly number[] {
  const last = '2026-01-01';
  const resources = Object.keys(adapter.resources).filter((name) => hasDays(adapter, name));
  return resources
    .map((name) => daysBetween(firstDay(adapter, name, last), last).length)
    .toSorted((a, b) => a - b);
}

export const columns = {
  linked: always,
  past: (adapter: OauthAdapter): Cell => {
    const days = daysOfPast(adapter);
    const [least, most] = [days.at(0), days.at(-1)];
    return { proved: least === most ? `${most} days` : `${least} to ${most} days` };
  },
  repeated: always,
  'rate limit': always,
  outage: always,
  paused: always,
  renewed: ({ signIn }: OauthAdapter): Cell => (signIn.refresh ? yes : { lacking: 'access has no end' }),
  rotated: ({ signIn }: OauthAdapter): Cell => {
    if (!signIn.refresh) return { lacking: 'nothing to renew' };
    return signIn.refresh.rotates ? yes : { lacking: 'used again' };
  },
  reconnected: always,
  'reconnect token': always,
  revoked: ({ signIn }: OauthAdapter): Cell => (signIn.revoke ? yes : { lacking: 'no request' }),
  judged: ({ slug }: OauthAdapter): Cell => {
    const document = documents[slug];
    return document ? { proved: `by ${document.by}` } : { lacking: 'no document' };
  },
} as const;
export type Column = keyof typeof columns;

export const columnNames = Object.keys(columns) as readonly Column[];

/** The adapters whose people sign in on the provider's own page. */
export const oauthAdapters = adapters.filter(
  (adapter): adapter is OauthAdapter => adapter.signIn.type === 'oauth',
);

/** The rows of the table in docs/providers/README.md. */
export const matrixTable = (): readonly (readonly string[])[] =>
  oauthAdapters.map((adapter) => [
    adapter.name,
    ...columnNames.map((name) => {
      const cell = columns[name](adapter);
      return 'proved' in cell ? cell.proved : `– (${cell.lacking})`;
    }),
  ]);
