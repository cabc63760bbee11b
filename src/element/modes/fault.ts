import type { Failure } from '../../flow/index.js';

/** A failure of which only the code may be known. */
export type Fault = Pick<Failure, 'code'> & Partial<Failure>;
