// Parses Prometheus' text format: the samples by name and labels.
export interface Samples {
  /** The sum of the samples with these labels, whatever other labels they have. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
  count(name: string, labels?: Readonly<Record<string, string>>): number;
}

export function readSamples(text: string): Samples {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return { name, labels, value: Number(value) };
    });
  const find = (wanted: string, labels: Readonly<Record<string, string>>) =>
    samples.filter(
      (sample) =>
        sample.name === wanted &&
        Object.entries(labels).every(([name, value]) => `,${sample.labels}`.includes(`,${name}="${value}"`)),
    );
  return {
    sum: (name, labels = {}) => find(name, labels).reduce((total, { value }) => total + value, 0),
    count: (name, labels = {}) => find(name, labels).length,
  };
}
