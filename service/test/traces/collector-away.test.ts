// Services whose collector works, is slow, away or broken, and a service without a collector.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { sandboxKeys } from '../../src/server/server.js';
import { newDataFolder, runCommand, startChild } from '../support/child-service.js';
import { type Collector, startCollector } from './collector.js';

let collector: Collector, folder: string;
beforeEach(async () => {
  collector = await startCollector();
  folder = newDataFolder();
});
afterEach(async () => {
  await collector.close();
  rmSync(folder, { recursive: true });
});

const start = (env: Readonly<Record<string, string>> = {}) =>
  startChild({ DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });

/** Makes a service create users, and returns how long that took, in milliseconds. */
async function makeUsers(url: string, count: number): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < count; n++) {
    const response = await fetch(`${url}/v2/user`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': sandboxKeys.apiKey },
      body: JSON.stringify({ client_user_id: randomUUID() }),
    });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  }
  return performance.now() - began;
}

/** Stops a service, which must exit without an error, and returns how long that took. */
async function stop(service: Awaited<ReturnType<typeof start>>): Promise<number> {
  const began = performance.now();
  assert.equal(await service.end('SIGTERM'), 0, service.output());
  return performance.now() - began;
}

describe('a service with a collector', () => {
  it('sends the last spans when it stops, as protobuf', async () => {
    const service = await start({ OTEL_BSP_SCHEDULE_DELAY: '3600000', OTEL_SERVICE_NAME: 'links of ours' });
    await makeUsers(service.url, 1);
    assert.equal(collector.bytes(), '');
    await stop(service);
    assert.deepEqual([...collector.types], ['application/x-protobuf']);
    for (const said of ['POST /v2/user', 'SELECT api_key', 'links of ours', 'service.version'])
      assert.ok(collector.bytes().includes(said), said);
    assert.ok(!collector.bytes().includes(sandboxKeys.apiKey));
  });

  it('sends no span of a trace that is not sampled', async () => {
    const env = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    const service = await start(env);
    await makeUsers(service.url, 3);
    await stop(service);
    assert.equal(collector.bytes(), '');
  });
});

describe('a collector that does not answer', () => {
  it('delays neither requests nor the stop', async () => {
    collector.answer = () => undefined;
    // A service that waited for it would wait for ten minutes.
    const patient = { OTEL_EXPORTER_OTLP_TIMEOUT: '600000', OTEL_BSP_EXPORT_TIMEOUT: '600000' };
    const service = await start({ OTEL_BSP_SCHEDULE_DELAY: '1', ...patient });
    await makeUsers(service.url, 20);
    await collector.until(() => collector.bytes() || undefined);
    assert.ok((await makeUsers(service.url, 20)) < 60_000);
    assert.ok((await stop(service)) < 60_000);
  });

  for (const [name, away] of [
    [
      'answers 500',
      () => void (collector.answer = (response) => void response.writeHead(500).end('a secret of it')),
    ],
    ['is away', () => collector.close()],
  ] as const)
    it(`is reported once if it ${name}, and breaks nothing`, async () => {
      await away();
      const service = await start({ OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_EXPORTER_OTLP_TIMEOUT: '200' });
      await makeUsers(service.url, 40);
      await stop(service);
      assert.equal(service.output().split('traces could not be sent').length, 2, service.output());
      assert.ok(!service.output().includes('a secret of it'));
      // The test closes it once more afterwards.
      if (name === 'is away') collector = await startCollector();
    });
});

describe('a service without a collector', () => {
  it('loads no part of the SDK', async () => {
    const dist = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));
    const loaded = async (env: Readonly<Record<string, string>>): Promise<string> => {
      const script = `
        import Module from 'node:module';
        import { startService, createLog, readSettings } from ${JSON.stringify(dist('server/index.js'))};
        const service = await startService(readSettings(process.env), createLog('silent'));
        await service.stop();
        console.log(Object.keys(Module._cache).filter((file) => /@opentelemetry\\/(?!api\\/)/.test(file)).length);
        process.exit();`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        cwd: dist(''),
        env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, ...env },
      });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      await once(child, 'close');
      return out.trim().split('\n').at(-1) ?? '';
    };
    assert.equal(await loaded({}), '0');
    assert.equal(
      await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' }),
      '0',
    );
    assert.ok(Number(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })) > 10);
  });

  it('reports at the start which settings of traces are wrong', async () => {
    const { code, err } = await runCommand([], {
      ...{
        DATA_DIR: folder,
        OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      },
      ...{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '10%' },
    });
    assert.equal(code, 1);
    for (const name of ['_ENDPOINT is not an address', '_PROTOCOL is none of', '_SAMPLER_ARG is no share'])
      assert.ok(err.includes(name), err);
  });
});
