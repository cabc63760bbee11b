// Evaluates and prints measurements.

/** The value below which this share of the list is. */
export const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)];
export const median = (list) => at(list, 0.5);
export const cell = (value, digits, unit = '') => (value.toFixed(digits) + unit).padStart(10);
/** A line of headings above such cells. */
export const headings = (first, names) => first.padEnd(26) + names.map((name) => name.padStart(10)).join('');
