// The files that are shipped for Prometheus and Grafana, checked with a real Prometheus that scrapes the running service.
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parse } from 'yaml';
import { findProgram } from '../../../scripts/programs.mjs';
import { createLog } from '../../src/server/log.js';
import { sandboxKeys, startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { startPrometheus, type Prometheus } from '../support/prometheus.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const operations = fileURLToPath(new URL('../../operations/', import.meta.url));
const page = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const inOperations = (name: string): string => readFileSync(path.join(operations, name), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}
const alerts = (
  parse(inOperations('alerts.yml')) as { groups: readonly { rules: readonly Alert[] }[] }
).groups.flatMap(({ rules }) => rules);

/** The expressions of the dashboard, as Grafana sends them. */
const panels = (
  JSON.parse(inOperations('dashboard.json')) as {
    panels: readonly { title: string; targets?: readonly { expr: string }[] }[];
  }
).panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '1m') })),
);

describe('what is shipped for Prometheus', () => {
  it('is explained, each metric', () => {
    const [, chapter = ''] = page('operating.md').split(/^## Watching$/m);
    const explained = new Set(chapter.match(/\bsvc_\w+/g));
    const used = [...alerts, ...panels].flatMap(({ expr }) => expr.match(/svc_\w+/g) ?? []);
    for (const name of used) assert.ok(explained.has(name.replace(/_(?:bucket|sum|count)$/, '')), name);
  });

  it('shows each metric of an alert on the dashboard', () => {
    const namesIn = (expressions: readonly { readonly expr: string }[]) =>
      new Set(expressions.flatMap(({ expr }) => expr.match(/svc_\w+/g) ?? []));
    const shown = namesIn(panels);
    const missing = [...namesIn(alerts)].filter((name) => !shown.has(name));
    assert.deepEqual(missing, []);
  });

  it('says with each alert where the handbook tells what to do, and has a test of each', () => {
    const headings = [...page('handbook.md').matchAll(/^### (Svc\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual(
      headings,
      alerts.map(({ alert }) => alert),
    );
    const tests = inOperations('alerts.test.yml');
    for (const { alert, annotations } of alerts) {
      assert.equal(annotations.runbook, `docs/handbook.md#${alert.toLowerCase()}`);
      assert.ok(tests.includes(`alertname: ${alert}\n`), alert);
    }
  });
});

/** How long Prometheus may take to return a result, in milliseconds. It scrapes every second. */
const patience = 40_000;

const binaries = findProgram('prometheus');
if (binaries === undefined)
  it.skip('There is no Prometheus here: `node scripts/programs.mjs --install prometheus` gets one.', () =>
    undefined);
else
  describe('a Prometheus that asks the service', () => {
    let service: RunningService;
    let receiver: Receiver;
    let prometheus: Prometheus;
    beforeAll(async () => {
      const application = { client_id: 'one', client_secret: 'secret' };
      const settings = readSettings({
        ...{ PORT: '0', METRICS_PORT: '0', SVC_MASTER_KEY: randomBytes(32).toString('hex') },
        PROVIDERS: JSON.stringify({ withings: application }),
      });
      service = await startService({ ...settings, storage: { kind: 'memory' } }, createLog('silent'));
      receiver = await startReceiver();
      prometheus = await startPrometheus(binaries, {
        targets: [new URL(service.metricsUrl ?? assert.fail()).host],
        rules: path.join(operations, 'alerts.yml'),
      });
    });
    afterAll(async () => {
      await prometheus.stop();
      await receiver.close();
      await service.stop();
    });

    const ask = async (query: string): Promise<readonly unknown[]> => {
      const response = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(query)}`);
      const answer = (await response.json()) as { error?: string; data: { result: readonly unknown[] } };
      assert.ok(response.ok, `${query}: ${answer.error}`);
      return answer.data.result;
    };
    /** Resolves with the result of a query once there is one. Prometheus does not signal that it has scraped the service. */
    const until = async (query: string): Promise<readonly unknown[]> => {
      const end = performance.now() + patience;
      for (;;) {
        const result = await ask(query);
        if (result.length > 0) return result;
        assert.ok(performance.now() < end, `nothing is told by ${query}`);
        await pause(100);
      }
    };
    const post = async (address: string, body: object, token?: string) => {
      const response = await fetch(service.publicUrl + address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-svc-api-key': sandboxKeys.apiKey,
          ...(token !== undefined && { 'x-svc-link-token': token }),
        },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Readonly<Record<string, string>>;
    };
    const link = async (username: string) => {
      const { user_id } = await post('/v2/user', { client_user_id: randomUUID() });
      const { link_token } = await post('/v2/link/token', { user_id });
      await post('/v2/link/start', { link_token });
      const credentials = { username, password: 'good-password' };
      await post('/v2/link/provider/password/quartz_scale', credentials, link_token);
    };

    it('has rules that hold by themselves', () => {
      const commands: readonly (readonly string[])[] = [
        ['check', 'config', 'prometheus.yml'],
        ['check', 'rules', 'alerts.yml'],
        ['test', 'rules', 'alerts.test.yml'],
      ];
      for (const args of commands) {
        const promtool: SpawnSyncReturns<string> = spawnSync(path.join(binaries, 'promtool'), args, {
          cwd: operations,
          encoding: 'utf8',
        });
        assert.equal(promtool.status, 0, promtool.stdout + promtool.stderr);
      }
    });

    it('tells something by each expression of the dashboard and the alerts, and alerts', async () => {
      await post('/v2/webhook', { url: receiver.url, events: ['provider.connection.created'] });
      await link('ok@example.com');
      // The first values of the counters, so that later ones are seen to increase.
      await until('svc_webhook_attempts_total{outcome="arrived"} > 0');
      receiver.answer = (response) => void response.writeHead(500).end();
      for (let n = 0; n < 24; n++) await link('ok@example.com');
      // The very first one at a provider is counted too.
      await link('error-provider_api_error@example.com');
      await until('increase(svc_link_errors_total{error_type="provider_api_error"}[5m]) > 0');

      const [firing] = (await until('ALERTS{alertname="SvcReceiverFails", alertstate="firing"}')) as [
        { metric: Readonly<Record<string, string>> },
      ];
      assert.equal(firing.metric['severity'], 'info');
      assert.match(firing.metric['team'] ?? '', /^[0-9a-f-]{36}$/);
      // An attempt that hangs makes its delivery overdue. No other metric shows that.
      receiver.answer = () => undefined;
      await link('ok@example.com');
      const values = alerts.flatMap(({ alert, expr }) =>
        expr
          .split(/ unless on \(.*?\) |\n *and /)
          .map((part) => ({ title: alert, expr: withoutThreshold(part) })),
      );
      // Some have a value only for a while, and it takes a while to query all of them.
      for (const { title, expr } of [...panels, ...values])
        assert.ok((await until(`last_over_time((${expr})[5m:1s])`)).length > 0, `${title}: ${expr}`);
      for (const { expr } of alerts) await ask(expr);
    });
  });

/**
 * The value that an alert compares: everything before the last comparison,
 * or the whole expression if it alerts when a value is missing.
 */
function withoutThreshold(expr: string): string {
  const [, value] = /^(.*) (?:[<>]=?|==) [\d.]+$/s.exec(expr.trim()) ?? [];
  return value ?? expr;
}
