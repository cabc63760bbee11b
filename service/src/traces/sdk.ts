// The only file that imports OpenTelemetry's SDK. It is imported only if traces are sent.
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { randomUUID } from 'node:crypto';
import type { TraceSettings } from './settings.js';

/** Makes OpenTelemetry's API send to the collector, until `remove` is called. */
export function startSdk(
  { protocol }: TraceSettings,
  version: string,
  onProblem: (error: unknown) => void,
): { shutdown(): Promise<void>; remove(): void } {
  setGlobalErrorHandler(onProblem);
  const service = resourceFromAttributes({
    'service.name': 'svc-service',
    'service.version': version,
    'service.instance.id': randomUUID(),
  });
  const provider = new BasicTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last, so that they take precedence.
    resource: defaultResource()
      .merge(service)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter()),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    shutdown: () => provider.shutdown(),
    remove() {
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
