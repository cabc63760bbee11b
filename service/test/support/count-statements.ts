import type { Db } from '../../src/db/index.js';

/** The same database, and the number of statements built by Kysely that are sent through it. */
export function countStatements(db: Db): { readonly db: Db; readonly take: () => number } {
  let count = 0;
  const counted = db.withPlugin({
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return {
    db: counted,
    take() {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
