// Which addresses are not public, and what a server asks of clients that come again.
import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'vitest';
import { isUrl } from '../../src/outbound/is-url.js';
import { isPrivateAddress, isPrivateHost } from '../../src/outbound/private-address.js';
import { hasPrivate, PrivateAddress, publicLookup } from '../../src/outbound/public-lookup.js';
import { retryAfterSeconds } from '../../src/outbound/retry-after.js';

describe('an address', () => {
  for (const [first, last, before, after] of [
    ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '239.255.255.255', '223.255.255.255', undefined],
    ['240.0.0.0', '255.255.255.255', undefined, undefined],
    ['::', '1fff:ffff::', undefined, '2000::1'],
    ['2001::', '2001:1ff:ffff::', '2000:ffff::', '2001:200::'],
    ['2001:db8::', '2001:db8:ffff::', '2001:db7:ffff::', '2001:db9::'],
    ['2002::', '2002:ffff::', '2001:ffff::', '2003::'],
    ['3fff::', '3fff:fff:ffff::', '3ffe:ffff::', '3fff:1000::'],
    ['4000::', 'ffff:ffff::', '3fff:ffff::', undefined],
    ['::ffff:8.8.8.8', '::ffff:127.0.0.1', undefined, undefined],
    ['64:ff9b::808:808', '64:ff9b::a00:1', undefined, undefined],
    ['fc00::1', 'fe80::1%lo', undefined, '2606:4700::1111%eth0'],
  ] as const)
    it(`from ${first} to ${last} is private, and the next ones are not`, () => {
      for (const address of [first, last]) assert.ok(isPrivateAddress(address), address);
      for (const address of [before, after])
        if (address !== undefined) assert.ok(!isPrivateAddress(address), address);
    });

  it('is none where it is a name', () => {
    for (const name of ['', 'localhost', 'example.com', '127.0.0.1.example', '[::1]'])
      assert.equal(isPrivateAddress(name), false, name);
  });

  it('is told in an URL, however it is written', () => {
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]', '[FE80::1]'])
      assert.ok(isPrivateHost(new URL(`https://${host}/`)), host);
    for (const host of ['example.com', '8.8.8.8', '[2606:4700::1111]'])
      assert.ok(!isPrivateHost(new URL(`https://${host}/`)), host);
  });
});

describe('the look-up of a host', () => {
  const find = (host: string, all: boolean) =>
    new Promise<readonly [address: string | LookupAddress[], family: number | undefined]>((resolve, reject) =>
      publicLookup(host, { all }, (error, address, family) =>
        error ? reject(error) : resolve([address, family]),
      ),
    );

  it('answers public addresses, all of them or one', async () => {
    assert.deepEqual(await find('8.8.8.8', true), [[{ address: '8.8.8.8', family: 4 }], undefined]);
    assert.deepEqual(await find('2606:4700::1111', false), ['2606:4700::1111', 6]);
  });

  it('takes a host for private where one of its addresses is', () => {
    const of = (...addresses: string[]) => hasPrivate(addresses.map((address) => ({ address })));
    assert.deepEqual([of('8.8.8.8', '10.0.0.1'), of('::1', '8.8.8.8'), of('10.0.0.1')], [true, true, true]);
    assert.deepEqual([of('8.8.8.8', '2606:4700::1111'), of()], [false, false]);
  });

  it('refuses private ones', async () => {
    for (const host of ['localhost', '10.0.0.1', '::1'])
      for (const all of [true, false])
        await assert.rejects(find(host, all), (error: unknown) => {
          assert.ok(error instanceof PrivateAddress);
          assert.deepEqual([error.name, error.message], ['PrivateAddress', 'a host has a private address']);
          return true;
        });
  });

  it('fails where there is no such host', async () => {
    await assert.rejects(find('nowhere.invalid', true), { syscall: /^query/ });
  });
});

describe('an address of a text', () => {
  it('is taken with any letters in its host, however often it is asked', () => {
    for (let n = 0; n < 200_000; n++) isUrl(`https://app.example.com/${n % 7}`);
    assert.ok(isUrl('https://bücher.example/'));
    assert.ok(!isUrl('bücher.example'));
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  it('is a number of seconds or a date', () => {
    assert.equal(retryAfterSeconds('90', now), 90);
    assert.equal(retryAfterSeconds('Mon, 23 Nov 2026 10:01:30 GMT', now), 90);
    assert.equal(retryAfterSeconds('Mon, 23 Nov 2026 09:00:00 GMT', now), 0);
  });
  it('is nothing where it is missing or something else', () => {
    for (const header of [null, undefined, 'soon', ''])
      assert.equal(retryAfterSeconds(header, now), undefined);
  });
});
