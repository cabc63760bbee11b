import type { Step } from './state.js';

/** The steps in which a password or a code may be under way. Of the whole state `isTrying` knows whether anything is. */
export const sending: readonly Step[] = ['connecting', 'challenge'];
