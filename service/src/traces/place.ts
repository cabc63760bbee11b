import { context, type Context, ROOT_CONTEXT } from '@opentelemetry/api';

/** The span in which work was requested, so that the work can later be done in it. */
export type Place = Context;

export const placeNow = (): Place => context.active();

export const inTraceOf = <T>(place: Place, work: () => T): T => context.with(place, work);

/** Does work that belongs to no trace, even if a request caused it. */
export const inNoTrace = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work);
