// The rules for the addresses in a webhook's settings.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { ApiError } from '../../src/http/errors.js';
import { checkDestination, type Destination } from '../../src/webhooks/rules.js';

const url = 'https://example.com/hook';
const of = (more: Partial<Destination>): Destination => ({
  kind: 'webhook',
  url,
  routes: [],
  headers: {},
  ...more,
});

describe('a webhook', () => {
  const headers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, '']));
  for (const [name, more, allowPrivate] of [
    ['https at a public name', {}, false],
    ['https at a public address', { url: 'https://93.184.215.14:8443/?a=b' }, false],
    ['http where private addresses are allowed', { url: 'http://127.0.0.1:3000/' }, true],
    ['https at a private address where those are allowed', { url: 'https://[::1]/' }, true],
    ['an event hub with a route', { kind: 'event_hub', routes: [{ prefix: 'daily.', url }] }, false],
    [
      'an event hub with routes',
      {
        kind: 'event_hub',
        routes: [
          { prefix: 'daily.', url },
          { prefix: 'provider.', url },
        ],
      },
      false,
    ],
    ['one with twenty headers', { headers: headers(20) }, false],
    ['one with any text in a header', { headers: { "X-a1!#$%&'*+.^_`|~": '\t !~' } }, false],
    ['one with a header of a hundred letters', { headers: { ['a'.repeat(100)]: 'x' } }, false],
    [
      'one with headers like those that are set',
      { headers: { hosts: 'x', 'x-host': 'x', dated: 'x' } },
      false,
    ],
    ['one with a key of its own', { headers: { Authorization: 'Bearer x', content: 'x' } }, false],
  ] as const)
    it(`may be ${name}`, () => checkDestination(of(more), allowPrivate));

  for (const [field, rule, more, allowPrivate = false] of [
    ['url', 'absolute', { url: 'example.com' }],
    ['url', 'absolute', { url: '' }],
    ['url', 'absolute', { url: 'https://example.com/a b' }],
    ['url', 'absolute', { url: 'https:\\\\example.com' }],
    ['url', 'user_info', { url: 'https://me@example.com/' }],
    ['url', 'user_info', { url: 'https://:secret@example.com/' }],
    ['url', 'fragment', { url: 'https://example.com/#here' }],
    ['url', 'https', { url: 'http://example.com/' }],
    ['url', 'https', { url: 'ftp://example.com/' }, true],
    ['url', 'private_address', { url: 'https://127.0.0.1/' }],
    ['url', 'private_address', { url: 'https://[::1]/' }],
    ['url', 'private_address', { url: 'https://2130706433/' }],
    ['url', 'private_address', { url: 'https://0x7f.1/' }],
    ['url', 'private_address', { url: 'https://[::ffff:10.0.0.1]/' }],
    ['routes', 'kind', { routes: [{ prefix: 'daily.', url }] }],
    ['routes', 'absolute', { kind: 'event_hub', routes: [{ prefix: 'daily.', url: 'nowhere' }] }],
    [
      'routes',
      'private_address',
      { kind: 'event_hub', routes: [{ prefix: 'a.', url: 'https://10.0.0.1/' }] },
    ],
    [
      'routes',
      'repeated',
      {
        kind: 'event_hub',
        routes: [
          { prefix: 'daily.', url },
          { prefix: 'daily.', url },
        ],
      },
    ],
    ['headers', 'too_many', { headers: headers(21) }],
    ['headers', 'repeated', { headers: { a: '1', A: '2' } }],
    ['headers', 'characters', { headers: { '': 'x' } }],
    ['headers', 'characters', { headers: { 'a b': 'x' } }],
    ['headers', 'characters', { headers: { ' a': 'x' } }],
    ['headers', 'characters', { headers: { 'a:': 'x' } }],
    ['headers', 'characters', { headers: { é: 'x' } }],
    ['headers', 'characters', { headers: { ['a'.repeat(101)]: 'x' } }],
    ['headers', 'characters', { headers: { a: 'x\r\nb: y' } }],
    ['headers', 'characters', { headers: { a: '\n' } }],
    ['headers', 'characters', { headers: { a: 'é' } }],
    ['headers', 'characters', { headers: { a: 'éx' } }],
    ['headers', 'reserved', { headers: { Host: 'x' } }],
    ['headers', 'reserved', { headers: { 'Transfer-Encoding': 'x' } }],
    ['headers', 'reserved', { headers: { 'Content-Type': 'x' } }],
    ['headers', 'reserved', { headers: { 'webhook-signature': 'x' } }],
    ['headers', 'reserved', { headers: { 'proxy-authorization': 'x' } }],
    ['headers', 'reserved', { headers: { 'ce-id': 'x' } }],
  ] as const)
    it(`is refused by the rule ${rule} for ${JSON.stringify(more).slice(0, 90)}`, () => {
      assert.throws(
        () => checkDestination(of(more as Partial<Destination>), allowPrivate),
        (error: unknown) => {
          assert.ok(error instanceof ApiError);
          const { error_message, ...named } = error.detail as unknown as Record<string, string>;
          assert.deepEqual([error.status, named], [422, { error_type: 'webhook_not_allowed', field, rule }]);
          assert.match(error_message ?? '', new RegExp(`^${field} \\w.{9,}\\.$`));
          assert.ok(!error_message?.includes('secret'));
          return true;
        },
      );
    });

  it('is told whether http would do', () => {
    for (const allowPrivate of [true, false])
      assert.throws(
        () => checkDestination(of({ url: 'ftp://example.com/' }), allowPrivate),
        ({ detail }: { detail: { error_message: string } }) =>
          detail.error_message.includes('or http') === allowPrivate,
      );
  });
});
