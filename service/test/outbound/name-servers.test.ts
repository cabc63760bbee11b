// Lookups of hosts whose name servers do not answer.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { type LookupAddress, promises } from 'node:dns';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createPublicLookup, PrivateAddress } from '../../src/outbound/public-lookup.js';

/** The IPv4 addresses that the name server knows. For any other name but those of `silent.example` there is none. */
const known: Readonly<Record<string, readonly (readonly number[])[]>> = {
  'good.example': [[93, 184, 215, 14]],
  'mixed.example': [
    [93, 184, 215, 14],
    [10, 0, 0, 1],
  ],
};

const server = createSocket('udp4');
beforeAll(async () => {
  server.on('message', (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer) server.send(answer, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** The answer to a query (RFC 1035), or none. */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at++] ?? 0; length > 0; length = query[at++] ?? 0) {
    labels.push(query.toString('latin1', at, at + length).toLowerCase());
    at += length;
  }
  const name = labels.join('.');
  if (name.endsWith('silent.example')) return undefined;
  const isForA = query.readUInt16BE(at) === 1;
  const addresses = isForA ? (known[name] ?? []) : [];
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  // A response; for an unknown name with the code for it.
  head.writeUInt16BE(name in known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]),
  );
  return Buffer.concat([head, query.subarray(12, at + 4), ...records]);
}

const lookup = createPublicLookup(() => {
  const resolver = new promises.Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  return resolver;
});
const find = (host: string) =>
  new Promise<string | LookupAddress[]>((resolve, reject) =>
    lookup(host, { all: true, family: 4 }, (error, address) => (error ? reject(error) : resolve(address))),
  );

describe('a host', () => {
  it('does not wait for others whose name servers do not answer', async () => {
    const ended: string[] = [];
    const silent = Array.from({ length: 64 }, async (_, n) => {
      await assert.rejects(find(`host${n}.silent.example`), { code: 'ETIMEOUT' });
      ended.push('silent');
    });
    assert.deepEqual(await find('good.example'), [{ address: '93.184.215.14', family: 4 }]);
    assert.deepEqual(ended, []);
    await Promise.all(silent);
  });

  it('is refused if one of its addresses is private, or if it has none', async () => {
    await assert.rejects(find('mixed.example'), PrivateAddress);
    for (const own of ['localhost', 'LOCALHOST.', 'a.localhost'])
      await assert.rejects(find(own), PrivateAddress);
    await assert.rejects(find('unknown.example'), { code: 'ENOTFOUND' });
  });
});
