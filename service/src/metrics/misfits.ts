// Data that a provider does not document: how often it came, and for how many connections. The connections are only counted, and
// no label has any of them.
import { Counter, Gauge } from 'prom-client';
import { registry } from './instruments.js';

const registers = [registry];

/** How long a connection counts after its last misfit, in milliseconds. */
const lately = 3_600_000;
/** How many connections of a provider are remembered. The oldest ones are forgotten first. */
const mostKnown = 1000;

const providerMisfits = new Counter({
  name: 'svc_provider_misfits_total',
  help: 'How often data of a connection had something that its provider does not document: an answer that was skipped, or a record that was left out of one.',
  labelNames: ['provider', 'kind'] as const,
  registers,
});

const kinds = ['answer', 'record'] as const;

/** For each provider, the connections that had a misfit, and when by `performance.now()`. */
const known = new Map<string, Map<string, number>>();

new Gauge({
  name: 'svc_provider_misfit_connections',
  help: 'How many connections had something undocumented in their data within the last hour; at most 1000.',
  labelNames: ['provider'] as const,
  registers,
  collect() {
    const oldest = performance.now() - lately;
    for (const [provider, connections] of known) {
      for (const [id, at] of connections) if (at < oldest) connections.delete(id);
      this.set({ provider }, connections.size);
    }
  },
});

/** Shows a provider without misfits, so that its first one is seen as an increase. */
export function beginMisfits(provider: string): void {
  for (const kind of kinds) providerMisfits.inc({ provider, kind }, 0);
  if (!known.has(provider)) known.set(provider, new Map());
}

/** Counts data of a connection that its provider does not document. */
export function countMisfit(provider: string, kind: (typeof kinds)[number], connectionId: string): void {
  providerMisfits.inc({ provider, kind });
  const connections = known.get(provider) ?? new Map<string, number>();
  known.set(provider, connections);
  // Deleted first, so that it becomes the newest entry.
  connections.delete(connectionId);
  connections.set(connectionId, performance.now());
  const [oldest] = connections.keys();
  if (connections.size > mostKnown && oldest !== undefined) connections.delete(oldest);
}
