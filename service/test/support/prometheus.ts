// A temporary Prometheus of our own: in a temporary folder, on a port that the system chooses.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Prometheus {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server that scrapes every second. `targets` are addresses such as `127.0.0.1:9464`, `rules` is a file of alerts. */
export async function startPrometheus(
  binaries: string,
  { targets, rules }: { readonly targets: readonly string[]; readonly rules: string },
): Promise<Prometheus> {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-prometheus-'));
  const file = path.join(folder, 'prometheus.yml');
  // JSON is valid YAML.
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'svc-service', static_configs: [{ targets }] }],
  };
  writeFileSync(file, JSON.stringify(settings));
  const server = spawn(
    path.join(binaries, 'prometheus'),
    [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, '--web.listen-address=127.0.0.1:0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<unknown>((resolve) => server.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    let address: string | undefined;
    createInterface({ input: server.stderr }).on('line', (line) => {
      output += `${line}\n`;
      address ??= /msg="Listening on" address=(\S+)/.exec(line)?.[1];
      if (address && line.includes('ready to receive web requests')) resolve(`http://${address}`);
    });
    void ended.then(() => reject(new Error(`Prometheus ended:\n${output}`)));
  });
  return {
    url,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
