import { setTimeout as wait } from 'node:timers/promises';
import type { TraceSettings } from './settings.js';
import { switchTraces } from './switch.js';

export interface Traces {
  /** Sends what is left, for as long as the collector gets. Never rejects. */
  stop(): Promise<void>;
}

/** How long the collector has for the last spans of a service that stops, in milliseconds. */
const flushTimeout = 3_000;
/** How often a problem is reported, in milliseconds: a collector that is away fails every few seconds. */
const reportEvery = 60_000;

/**
 * Begins to send spans to the collector that the environment names. Only now is OpenTelemetry's SDK loaded. A collector that is
 * away or slow costs spans, never a request: they wait in a queue of 2,048, and what finds it full is dropped.
 */
export async function startTraces(
  settings: TraceSettings,
  version: string,
  report: (error: unknown) => void,
): Promise<Traces> {
  let reportedAt = -Infinity;
  const onProblem = (error: unknown): void => {
    if (performance.now() - reportedAt < reportEvery) return;
    reportedAt = performance.now();
    report(error);
  };
  const { startSdk } = await import('./sdk.js');
  const sdk = startSdk(settings, version, onProblem);
  switchTraces(true);
  return {
    async stop() {
      await Promise.race([sdk.shutdown().catch(onProblem), wait(flushTimeout, undefined, { ref: false })]);
      switchTraces(false);
      sdk.remove();
    },
  };
}
