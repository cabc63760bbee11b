import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => unknown;
  /** Aligns numbers on the right, under each other. */
  readonly numeric?: true;
  /** A column of buttons; its heading is only for screen readers. */
  readonly actions?: true;
}

export interface TableOptions<Row> {
  /** Returns the key of a row, so that the row keeps its open parts while the list changes. */
  readonly keyOf?: (row: Row) => unknown;
  /** A table of short numbers, which stays a table at any width. */
  readonly numbers?: boolean;
}

/**
 * A table that becomes a list of cards if there is no room for columns. The roles are written out, because a table
 * that is laid out as anything else loses them.
 */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { keyOf = (row) => row, numbers = false }: TableOptions<Row> = {},
): TemplateResult {
  const kind = ({ numeric, actions }: Column<Row>) => (numeric ? 'numeric' : actions ? 'actions' : 'text');
  return html`<table role="table" class=${numbers ? 'numbers' : 'cards'}>
    <caption class="unseen">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          (column) =>
            html`<th role="columnheader" scope="col" class=${kind(column)}>
              <span class=${column.actions ? 'unseen' : ''}>${column.head}</span>
            </th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${repeat(
        rows,
        keyOf,
        (row) =>
          html`<tr role="row">
            ${columns.map(
              (column) =>
                html`<td role="cell" class=${kind(column)} data-head=${column.head}>
                  <div>${column.cell(row)}</div>
                </td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
