// Which addresses of a host are looked up: only those that this machine can reach.
import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, it } from 'vitest';
import { createPublicLookup } from '../../src/outbound/public-lookup.js';

const found = { resolve4: ['93.184.215.14'], resolve6: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'] };
type Family = NonNullable<Parameters<ReturnType<typeof createPublicLookup>>[1]['family']>;

/** The addresses that a machine whose interfaces have `own` looks up, in their order. */
async function lookedUp(own: readonly string[], family: Family = 0): Promise<readonly string[]> {
  const interfaces = own.map((address) => {
    const kind = address.includes(':') ? { family: 'IPv6', scopeid: 0 } : { family: 'IPv4' };
    const internal = address === '127.0.0.1' || address === '::1';
    return { address, internal, netmask: '', mac: '', cidr: null, ...kind } as NetworkInterfaceInfo;
  });
  // A name server would not tell which addresses this machine has, so it is given both.
  const lookup = createPublicLookup(
    () => ({
      // The overloads of a resolver differ by options that the lookup does not use.
      resolve4: (() => Promise.resolve(found.resolve4)) as never,
      resolve6: (() => Promise.resolve(found.resolve6)) as never,
    }),
    () => ({ eth0: interfaces }),
  );
  const addresses = await new Promise<string | LookupAddress[]>((resolve, reject) =>
    lookup('both.example', { all: true, family }, (error, all) => (error ? reject(error) : resolve(all))),
  );
  assert.ok(Array.isArray(addresses));
  return addresses.map(({ address }) => address);
}

const [four, six] = [...found.resolve4, ...found.resolve6];
const public6 = '2a00:1450:4001:82a::200e';

describe('a host with addresses of both kinds', () => {
  it.each([
    ['has no IPv6 address at all', ['127.0.0.1', '10.0.0.5'], [four]],
    ['has IPv6 addresses of its own network only', ['10.0.0.5', '::1', 'fe80::1', 'fd12:3456::1'], [four]],
    ['has a public IPv6 address as well', ['10.0.0.5', public6], [six, four]],
    ['has nothing but IPv6', ['127.0.0.1', '::1', public6], [six]],
    ['has neither, so others are reached by translation', ['127.0.0.1', '::1'], [six, four]],
  ])('is reached by a machine that %s', async (_, own, expected) => {
    assert.deepEqual(await lookedUp(own), expected);
  });

  it('is looked up by the kind that is asked for, whatever the machine has', async () => {
    for (const family of [6, 'IPv6'] as const)
      assert.deepEqual(await lookedUp(['127.0.0.1', '10.0.0.5'], family), [six]);
    for (const family of [4, 'IPv4'] as const) assert.deepEqual(await lookedUp([public6], family), [four]);
  });
});
