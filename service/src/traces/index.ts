// Spans for an OpenTelemetry collector, and how they are sent. This folder and its callers decide what a span contains: never a
// credential, a name, a value of a statement, or the path of an address.
export { originNow, type Origin } from './origin.js';
export { inNoTrace, inTraceOf, type Place, placeNow } from './place.js';
export { readTraceSettings, type TraceSettings } from './settings.js';
export { areTraced, inSpan, pastSpan, type SpanOptions, traceLogged } from './span.js';
export { startTraces, type Traces } from './start-traces.js';
