// A Prometheus of our own for as long as something runs: in a temporary folder, on a port that the system chooses.
//
//   node scripts/prometheus.mjs            what would be used
//   node scripts/prometheus.mjs --install  the same, but gets Debian's and Ubuntu's by apt-get if there is none
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { aptInstall } from './apt.mjs';

/** The folder with `prometheus` and `promtool`: on the PATH. */
export const findPrometheus = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .find((folder) =>
      ['prometheus', 'promtool'].every((name) => folder && existsSync(path.join(folder, name))),
    );

/** Starts a server that asks each second. `targets`: addresses such as `127.0.0.1:9464`; `rules`: a file of alerts. */
export async function startPrometheus(binaries, { targets, rules }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-prometheus-'));
  const file = path.join(folder, 'prometheus.yml');
  // JSON is YAML.
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
  const ended = new Promise((resolve) => server.once('close', resolve));
  const url = await new Promise((resolve, reject) => {
    let output = '';
    let address;
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--install') && !findPrometheus()) aptInstall('prometheus');
  console.log(findPrometheus() ?? 'no Prometheus here');
}
