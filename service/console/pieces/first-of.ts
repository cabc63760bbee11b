/** The first of the rows that came. If none did, because what came is part of the last row, that one. */
export const firstOf = <Row>(rows: readonly Row[], came: number): Row | undefined =>
  rows.at(-Math.max(came, 1)) ?? rows.at(-1);
