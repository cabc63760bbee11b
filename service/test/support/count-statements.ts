import type { Db } from '../../src/db/index.js';

/** The same database, and the number of statements that are sent through it, besides those that begin and end transactions. */
export function countStatements(db: Db): { readonly db: Db; readonly take: () => number } {
  let count = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      count += 1;
      return Promise.resolve(result);
    },
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
