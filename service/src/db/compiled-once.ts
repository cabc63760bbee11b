import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Db, Tx } from './transact.js';

/** Stands in a query for a value that is given each time. */
class Place {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Stands for one of the values with which a query runs, by its name. */
export type Given<Values> = <Name extends keyof Values>(name: Name) => Expression<Values[Name]>;

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * A query that is built and compiled when it first runs. Both take longer than most else that a short request does, and the text
 * is always the same. `build` gets `given` for what differs; it must not read anything else that may change.
 */
export function compiledOnce<Values extends object, Row>(
  build: (db: Db | Tx, given: Given<Values>) => Compilable<Row>,
): (db: Db | Tx, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, (name) => sql`${new Place(name)}`).compile();
    const parameters = compiled.parameters.map((each) =>
      // `given` makes places for the names of the values only.
      each instanceof Place ? values[each.name as keyof Values] : each,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
