import { setTimeout as wait } from 'node:timers/promises';
import type { TraceSettings } from './settings.js';
import { switchTraces } from './switch.js';

export interface Traces {
  /** Sends the remaining spans, for as long as `flushTimeout` allows. Never rejects. */
  stop(): Promise<void>;
}

/** How long the collector may take for the last spans when the service stops, in milliseconds. */
const flushTimeout = 3_000;
/** How often a problem is reported at most, in milliseconds. A collector that is away fails every few seconds. */
const reportEvery = 60_000;

/**
 * Begins to send spans to the collector that the environment names. OpenTelemetry's SDK is loaded only now. If the collector is
 * away or slow, spans are lost, but no request waits: spans wait in a queue of 2,048, and if it is full they are dropped.
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
