/**
 * Whether PostgreSQL can store a text in a column and within JSON. Neither accepts U+0000, and JSON accepts no unpaired
 * surrogate.
 */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);
