// The audit entries as a file. It is written while the entries are
// read, so that a long file needs no more memory than a short one.
import type { Context } from 'hono';
import type { AuditEntry } from 'svc-link/contract';
import { type Env, streamed } from '../http/index.js';

const columns = [
  'number',
  'at',
  'action',
  'actor',
  'key_id',
  'team_id',
  'subject',
  'detail',
  'request_id',
  'person',
  'key_name',
  'subject_name',
] as const satisfies readonly (keyof AuditEntry)[];

const formats = {
  'application/x-ndjson': {
    head: '',
    line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
    name: 'audit.ndjson',
  },
  'text/csv': {
    head: `${columns.join(',')}\r\n`,
    line: (entry: AuditEntry) => `${columns.map((name) => cell(entry[name] ?? null)).join(',')}\r\n`,
    name: 'audit.csv',
  },
};
export type FileFormat = keyof typeof formats;

// The object is a constant, so its keys are those of its type.
const allFormats = Object.keys(formats) as readonly FileFormat[];

/** The file that an `Accept` header asks for; undefined for JSON. */
export const formatOf = (accept: string | undefined): FileFormat | undefined =>
  allFormats.find((format) =>
    accept?.split(',').some((each) => each.split(';')[0]?.trim().toLowerCase() === format),
  );

/** A cell of CSV (RFC 4180). Spreadsheets must not read it as a formula. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value === null ? '' : /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Read = (before: number | undefined) => Promise<readonly AuditEntry[]>;

/** Answers with a file. `read` returns the entries before an id, and none at the end. */
export function fileOf(c: Context<Env>, caller: string, format: FileFormat, read: Read): Response {
  const { name } = formats[format];
  const headers = {
    'content-type': `${format}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  };
  return new Response(streamed(c, caller, linesOf(format, read)), { headers });
}

async function* linesOf(format: FileFormat, read: Read): AsyncGenerator<string> {
  const { head, line } = formats[format];
  if (head !== '') yield head;
  for (let before: number | undefined; ;) {
    const entries = await read(before);
    before = entries.at(-1)?.number;
    if (before === undefined) return;
    yield entries.map(line).join('');
  }
}
