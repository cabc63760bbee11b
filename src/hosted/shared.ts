/**
 * Stands in the file that the parts of the hosted page share (vite.config.ts), and gives `main.ts` its address: the file then
 * comes beside the first of them, not after it.
 */
export const isShared = true;
