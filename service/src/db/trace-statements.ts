import { AliasNode, TableNode, type CompiledQuery, type LogEvent, type OperationNode } from 'kysely';
import { pastSpan } from '../traces/index.js';

/** Traces a statement by its operation and table. Its text and its parameters are left out. */
export function traceStatement(event: LogEvent): void {
  const { operation, table } = namesOf(event.query);
  pastSpan(
    table === undefined ? operation : `${operation} ${table}`,
    {
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table !== undefined && { 'db.collection.name': table }),
      },
    },
    event.queryDurationMillis,
    event.level === 'error' ? event.error : undefined,
  );
}

interface Names {
  readonly operation: string;
  readonly table: string | undefined;
}

/** The operation and table of a statement. The table is the first one that a statement of Kysely's names. */
export function namesOf({ query, sql }: Pick<CompiledQuery, 'query' | 'sql'>): Names {
  switch (query.kind) {
    case 'InsertQueryNode':
      return { operation: 'INSERT', table: nameOf(query.into) };
    case 'UpdateQueryNode':
      return { operation: 'UPDATE', table: nameOf(query.table) };
    case 'DeleteQueryNode':
      return { operation: 'DELETE', table: nameOf(query.from.froms[0]) };
    case 'SelectQueryNode':
      return { operation: 'SELECT', table: nameOf(query.from?.froms[0]) };
    default:
      return namesIn(sql.replaceAll('"', ''));
  }
}

function nameOf(node: OperationNode | undefined): string | undefined {
  const table = node && AliasNode.is(node) ? node.node : node;
  return table && TableNode.is(table) ? table.table.identifier.name : undefined;
}

const name = '((?:[a-z_]+\\.)?[a-z_]+)\\b';
const changes = new RegExp(
  `\\b(insert)\\s+into\\s+${name}|\\b(delete)\\s+from\\s+${name}|(?<!for\\s+(?:no\\s+key\\s+)?)\\b(update)\\s+${name}`,
  'i',
);
const reads = new RegExp(`\\bfrom\\s+${name}`, 'i');

/** The names in a statement that is written as text. It may begin with queries, so the part that changes something counts. */
function namesIn(text: string): Names {
  const change = changes
    .exec(text)
    ?.slice(1)
    .filter((found) => found !== undefined);
  if (change) return { operation: (change[0] ?? '').toUpperCase(), table: change[1] };
  const first = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const table = reads.exec(text)?.[1];
  return { operation: first === 'WITH' ? 'SELECT' : first, table };
}
