import type { Failure } from '../../flow/index.js';

/** A failure of which no more may be known than its code. */
export type Fault = Pick<Failure, 'code'> & Partial<Failure>;
