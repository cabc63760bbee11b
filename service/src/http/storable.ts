/**
 * Whether PostgreSQL can hold a text, in a column and within JSON: neither takes U+0000, and JSON no half of a surrogate
 * pair, which is no character by itself.
 */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);
