import * as z from 'zod/mini';
import type { Page } from './collection.js';

/**
 * Reads the records of a page one by one, so that a record that does not fit is left out without affecting the others. If
 * none of them fits, the form of the answers has changed, and it throws the zod error of the first record.
 */
export function recordsOf<T extends z.core.$ZodType>(
  schema: T,
  list: readonly unknown[],
): Required<Pick<Page<z.infer<T>>, 'records' | 'misfits'>> {
  const read = list.map((each) => z.safeParse(schema, each));
  const records = read.flatMap(({ success, data }) => (success ? [data] : []));
  const errors = read.flatMap(({ error }) => error ?? []);
  const [first] = errors;
  if (first && records.length === 0) throw first;
  return { records, misfits: errors.map(misfitOf) };
}

const misfitOf = ({ issues: [issue] }: z.core.$ZodError): string =>
  issue ? `${issue.path.join('.')} ${issue.code}` : '';
