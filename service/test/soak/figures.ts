// The measurements of a soak: how long each kind of use took in normal
// operation and around faults, and how much memory the processes used.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Place } from './services.js';

/** `faults` is the time from the loss of a process or of the primary until a while after it is back. */
type Phase = 'at ease' | 'faults';

export class Figures {
  readonly #times = new Map<string, Map<Phase, number[]>>();
  readonly #memory = new Map<string, { readonly at: number; readonly megabytes: number }[]>();
  phase: Phase = 'at ease';

  readonly measure = (kind: string, since: number): void => {
    const phases = this.#times.get(kind) ?? new Map<Phase, number[]>();
    this.#times.set(kind, phases);
    const times = phases.get(this.phase) ?? [];
    phases.set(this.phase, times);
    times.push(performance.now() - since);
  };

  /** How often a kind was measured in a phase. */
  count(kind: string, phase: Phase): number {
    return this.#times.get(kind)?.get(phase)?.length ?? 0;
  }

  kinds(): readonly string[] {
    return [...this.#times.keys()].sort();
  }

  readMemory(places: readonly Place[]): void {
    for (const { name, child } of places) {
      const samples = this.#memory.get(name) ?? [];
      this.#memory.set(name, samples);
      samples.push({ at: performance.now(), megabytes: child.memory() });
    }
  }

  /** The median memory of each process between two moments. Processes without a measurement in between are left out. */
  memoryIn(from: number, until: number): ReadonlyMap<string, number> {
    const medians = [...this.#memory].flatMap(([name, samples]) => {
      const within = samples.filter(({ at }) => at >= from && at < until).map(({ megabytes }) => megabytes);
      return within.length > 0 ? [[name, valueAt(within, 0.5)] as const] : [];
    });
    return new Map(medians);
  }

  /** A table in Markdown, with times in milliseconds. */
  table(): string {
    const row = (kind: string, phase: Phase): string[] => {
      const times = this.#times.get(kind)?.get(phase) ?? [];
      if (times.length === 0) return [];
      const cells = [times.length, ...[0.5, 0.99, 1].map((share) => Math.round(valueAt(times, share)))];
      return [`| ${[kind, phase, ...cells].join(' | ')} |`];
    };
    return [
      '| | | count | p50, ms | p99, ms | longest, ms |',
      '|---|---|---:|---:|---:|---:|',
      ...this.kinds().flatMap((kind) => [...row(kind, 'at ease'), ...row(kind, 'faults')]),
    ].join('\n');
  }
}

/** The value below which this share of a list lies. */
const valueAt = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? NaN;

/** Prints a report, and stores it beside the tests' reports. */
export function report(text: string): void {
  const folder = new URL('../../../reports/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('soak.md', folder), text);
  console.log(text);
}
