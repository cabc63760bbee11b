import {
  type Attributes,
  context,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { contextOf, linksOf, type Origin, withinJob } from './origin.js';
import { areTraced } from './switch.js';

export { areTraced };

const kinds = {
  /** A request that somebody sent. */
  server: SpanKind.SERVER,
  /** A request to another machine. */
  client: SpanKind.CLIENT,
  /** A job, which somebody enqueued. */
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

export interface SpanOptions {
  readonly kind: keyof typeof kinds;
  readonly attributes?: Attributes;
  /** Where the span comes from. Without it, the span is part of the current one. An empty origin begins a trace. */
  readonly origin?: Origin;
}

const tracer = () => trace.getTracer('svc-service');

/**
 * Does work within a span, or without one if traces are off. If the work fails, the span records the class of the error only,
 * because error messages may quote private data.
 */
export async function inSpan<T>(
  name: string,
  { kind, attributes = {}, origin }: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!areTraced()) return work(undefined);
  const around = origin ? contextOf(origin) : context.active();
  const links = origin ? linksOf(origin) : [];
  const span = tracer().startSpan(name, { kind: kinds[kind], attributes, links }, around);
  const within: Context = trace.setSpan(around, span);
  try {
    return await context.with(kind === 'consumer' ? withinJob(within) : within, () => work(span));
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Adds a span for something that has just ended to the current span. Does nothing if there is no current span. */
export function pastSpan(
  name: string,
  { kind, attributes = {} }: SpanOptions,
  milliseconds: number,
  error?: unknown,
): void {
  if (!areTraced() || !trace.getActiveSpan()) return;
  const startTime = Date.now() - milliseconds;
  const span = tracer().startSpan(name, { kind: kinds[kind], attributes, startTime });
  if (error !== undefined) fail(span, error);
  span.end();
}

function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', classOf(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The code of an error from Node or the database, or else its class. */
function classOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  return /^\w{3,40}$/.test(code) ? code : error.name;
}

/** The fields of a log line about the trace that the line belongs to. */
export function traceLogged(): { readonly trace_id?: string } {
  const span = areTraced() ? trace.getActiveSpan() : undefined;
  return span ? { trace_id: span.spanContext().traceId } : {};
}
