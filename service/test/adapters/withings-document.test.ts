import assert from 'node:assert/strict';
import { it } from 'vitest';
import { withings } from '../../src/adapters/withings.js';
import { findDocument, readJudge } from './judge.js';
import { readItems } from './reading.js';
import { createWithingsSimulator } from './simulators/withings.js';

const document = findDocument('withings.yml');

/** Calls `change` with the parameters of each operation that has a name. */
function eachParameters(
  paths: unknown,
  change: (id: string, parameters: Record<string, unknown>[]) => void,
): void {
  // Its paths have blanks at their ends, to be unique.
  for (const methods of Object.values(paths as Record<string, Record<string, unknown>>)) {
    const post = methods['post'] as
      | { operationId: string; parameters: Record<string, unknown>[] }
      | undefined;
    if (post?.parameters) change(post.operationId, post.parameters);
  }
}

it('asks and is answered as the maker’s document says', async (ctx) => {
  if (document === undefined) return ctx.skip('the maker’s document is not here');
  const judge = readJudge(document, {
    pathOf: (path) => path.trim().replace('https://wbsapi.withings.net', ''),
    isMeant: ({ form }, operation) => operation.endsWith(`-${form?.['action']}`),
    formsAreQueries: true,
    prepare: ({ paths }) =>
      eachParameters(paths, (id, parameters) => {
        // It requires both days and `lastupdate`, and says that they must not be used together.
        for (const each of parameters) if (each['name'] === 'lastupdate') each['required'] = false;
        // It answers with `more` and `offset`, and forgets that the next page is asked for by it.
        if (id === 'sleepv2-getsummary')
          parameters.push({ name: 'offset', in: 'query', schema: { type: 'integer' } });
      }),
  });
  const simulator = createWithingsSimulator({ accountOf: () => 'ada', until: '2026-11-10' });
  const window = { from: '2026-08-04', until: '2026-11-10' };
  const objections = new Set<string>();
  const reading = { adapter: withings, simulator, token: 'good', account: '475', window };
  let exchanges = 0;
  for (const resource of Object.keys(withings.resources))
    await readItems(
      {
        ...reading,
        heard: (exchange) => {
          exchanges++;
          for (const each of judge.objections(exchange)) objections.add(each.replace(/\/\d+/g, '/n'));
        },
      },
      resource,
    );
  assert.deepEqual([...objections], []);
  assert.deepEqual([...judge.judged].toSorted(), [
    'measure-getmeas',
    'measurev2-getactivity',
    'measurev2-getworkouts',
    'sleepv2-getsummary',
  ]);
  assert.ok(exchanges > Object.keys(withings.resources).length, 'pages');
});
