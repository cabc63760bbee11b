import * as z from 'zod/mini';
import type { Page } from './collection.js';

/**
 * Records of a page, each read by itself, so that one that does not fit does not keep the others away: it is left out. If none of them
 * fits, the answers are others than we know, and it throws the zod error of the first.
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
