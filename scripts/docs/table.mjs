/** A value as code in a cell; nothing if there is none. */
export const code = (text) => (text ? `\`${text}\`` : '');

// A bar ends a cell, even within code, so it is escaped.
const cell = (text) => String(text ?? '').replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;

/** A Markdown table. */
export const table = (heads, rows) => [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');
