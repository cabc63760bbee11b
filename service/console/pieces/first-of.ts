/** The first of the rows that were added. If no row was added, because everything new is part of the last row, that row. */
export const firstOf = <Row>(rows: readonly Row[], came: number): Row | undefined =>
  rows.at(-Math.max(came, 1)) ?? rows.at(-1);
