// Where a span comes from, in the words of W3C Trace Context, so that it can be kept with a job.
import {
  context,
  type Context,
  createContextKey,
  type Link,
  propagation,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api';
import { areTraced } from './switch.js';

export interface Origin {
  /** Of the span that this one is part of. */
  readonly traceparent?: string;
  /** Of a span that led to this one, which begins a trace of its own. */
  readonly linked?: string;
}

const job = createContextKey('svc job');

export const withinJob = (around: Context): Context => around.setValue(job, true);

/**
 * Of what is enqueued now. A job that a request makes is part of the request's trace. What a job makes begins a trace of its
 * own: a webhook is tried again for days, and a trace that long is no use to anybody.
 */
export function originNow(): Origin {
  if (!areTraced()) return {};
  const now = context.active();
  const { traceparent }: Origin = carrierOf(now);
  if (traceparent === undefined) return {};
  return now.getValue(job) === true ? { linked: traceparent } : { traceparent };
}

function carrierOf(around: Context): Origin {
  const carrier = {};
  propagation.inject(around, carrier);
  return carrier;
}

export const contextOf = ({ traceparent }: Origin): Context =>
  traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });

export function linksOf({ linked }: Origin): Link[] {
  const found = linked === undefined ? undefined : trace.getSpanContext(contextOf({ traceparent: linked }));
  return found ? [{ context: found }] : [];
}
