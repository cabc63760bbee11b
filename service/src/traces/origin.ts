// The origin of a span in the format of W3C Trace Context, so that it can be stored with a job.
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
  /** The span that this one is part of. */
  readonly traceparent?: string;
  /** A span that led to this one. This one then begins a trace of its own. */
  readonly linked?: string;
}

const job = createContextKey('svc job');

export const withinJob = (around: Context): Context => around.setValue(job, true);

/**
 * The origin for a job that is enqueued now. If a request enqueues it, it is part of the request's trace. If a job enqueues it,
 * it begins a trace of its own: a webhook is tried again for days, and nobody can use a trace that long.
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
