import { context, type Context, ROOT_CONTEXT } from '@opentelemetry/api';

/** The span in which something is asked for, to do it there later. */
export type Place = Context;

export const placeNow = (): Place => context.active();

export const inTraceOf = <T>(place: Place, work: () => T): T => context.with(place, work);

/** Does what belongs to nobody's trace, though somebody's request may have brought it about. */
export const inNoTrace = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work);
