// The rules of a link token: where it may lead, and from which pages it may be used.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Hono } from 'hono';
import { ApiError, type Place } from '../../src/http/errors.js';
import {
  checkOrigins,
  checkProviders,
  checkReconnect,
  checkRedirectUrl,
  checkResources,
  checkSeveral,
  normalizeOrigin,
} from '../../src/link/token-rules.js';
import { loopback } from '../../src/http/index.js';
import { findProvider } from '../../src/providers/index.js';
import { allowedReturn } from '../../src/link/return-url.js';
import { isAllowedSender, senderOfForm } from '../../src/link/sender.js';

/** The status and detail with which a check refuses. */
function refusalOf(check: () => unknown): { status: number; detail: unknown } {
  try {
    check();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return { status: error.status, detail: error.detail };
  }
  assert.fail('nothing was refused');
}

/** Each wrong place, with its field, its code and some words. */
function placesOf(check: () => unknown): [place: string, type: string][] {
  const { status, detail } = refusalOf(check);
  assert.equal(status, 422);
  return (detail as Place[]).map(({ loc, msg, type }) => {
    assert.match(msg, /\w{3}/);
    return [loc.join('.'), type];
  });
}

describe('a redirect URL', () => {
  for (const url of [
    'https://app.example.com/done?a=1#here',
    'http://localhost:3000/done',
    'http://127.0.0.1/',
    'http://127.255.1.100/',
    'http://[::1]:8080/x',
    'com.example.app:/linked',
    'com.example.app://linked?x=1',
    'HTTPS://app.example.com/done',
    'https://xn--bcher-kva.example/caf%C3%A9',
    'https://app.example.com/?next=javascript:alert(1)',
    `https://app.example.com/${'a'.repeat(2048 - 24)}`,
  ])
    it(`H7 may be ${url.slice(0, 60)}`, () => checkRedirectUrl(url));

  for (const [url, rule] of [
    ['http://app.example.com/', 'loopback'],
    ['http://127.0.0.1.example.com/', 'loopback'],
    ['http://localhost.example.com/', 'loopback'],
    ['http://mylocalhost/', 'loopback'],
    ['http://localhost@evil.example/', 'user_info'],
    ['http://127.0.0.1@evil.example/', 'user_info'],
    ['http://10.0.0.1/', 'loopback'],
    ['http://[::2]/', 'loopback'],
    ['javascript:alert(1)', 'scheme'],
    ['JaVaScRiPt:alert(1)', 'scheme'],
    ['javascript://app.example.com/%0aalert(1)', 'scheme'],
    ['\tjavascript:alert(1)', 'absolute'],
    ['java\tscript:alert(1)', 'absolute'],
    ['javascript&colon;alert(1)', 'absolute'],
    ['DATA:text/html,x', 'scheme'],
    ['view-source:https://app.example.com/', 'scheme'],
    ['filesystem:https://app.example.com/x', 'scheme'],
    ['ws://app.example.com/', 'scheme'],
    ['wss://app.example.com/', 'scheme'],
    ['ftp://app.example.com/', 'scheme'],
    ['INTENT://x#Intent;scheme=https;end', 'scheme'],
    ['tel:112', 'app_scheme'],
    ['xdata:text/html,x', 'app_scheme'],
    ['xhttps:x', 'app_scheme'],
    ['market://details', 'app_scheme'],
    ['data:text/html,x', 'scheme'],
    ['blob:https://app.example.com/1', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['intent://x#Intent;end', 'scheme'],
    ['vbscript:x', 'scheme'],
    ['about:blank', 'scheme'],
    ['myapp://linked', 'app_scheme'],
    ['https://user:secret@app.example.com/', 'user_info'],
    ['https://:secret@app.example.com/', 'user_info'],
    ['com.example.app://user:secret@linked', 'user_info'],
    ['https://app.example.com@evil.example/', 'user_info'],
    ['https://@evil.example/', 'absolute'],
    ['//evil.example/', 'absolute'],
    ['\\\\evil.example\\', 'absolute'],
    ['https:\\\\evil.example', 'absolute'],
    ['https://app.example.com\\@evil.example/', 'absolute'],
    ['https://', 'absolute'],
    ['/done', 'absolute'],
    ['', 'absolute'],
    ['https://app.example.com/a b', 'absolute'],
    ['java\nscript:alert(1)', 'absolute'],
    ['https:app.example.com', 'absolute'],
    ['http:localhost/', 'absolute'],
    ['https:///app.example.com', 'absolute'],
    ['https://app.example.com/caf\u00e9', 'ascii'],
    ['https://b\u00fccher.example/', 'ascii'],
    ['https://app.example.com/\u0001', 'ascii'],
    [`https://app.example.com/${'a'.repeat(2049 - 24)}`, 'length'],
  ] as const)
    it(`H7 breaks the rule ${rule} as ${JSON.stringify(url).slice(0, 60)}`, () => {
      const { status, detail } = refusalOf(() => checkRedirectUrl(url));
      const { error_message, ...named } = detail as Record<string, string>;
      assert.deepEqual([status, named], [422, { error_type: 'redirect_url_not_allowed', rule }]);
      assert.match(error_message ?? '', /^redirect_url \w.{9,}\.$/);
    });
});

describe('allowed_origins', () => {
  it('are exact and normalized, and each is listed once', () => {
    const texts = ['https://App.Example.com:443/', 'https://app.example.com', 'http://localhost:5173'];
    assert.deepEqual(checkOrigins(texts), ['https://app.example.com', 'http://localhost:5173']);
  });

  for (const [origin, rule] of [
    ['*', 'wildcard'],
    ['https://*', 'wildcard'],
    ['https://*.example.com', 'wildcard'],
    ['https://app.example.com:*', 'wildcard'],
    ['null', 'opaque'],
    ['', 'absolute'],
    ['/', 'absolute'],
    ['app.example.com', 'absolute'],
    ['//app.example.com', 'absolute'],
    ['://app.example.com', 'absolute'],
    ['https:app.example.com', 'absolute'],
    ['https:/app.example.com', 'absolute'],
    ['https:/app.example.com://x', 'absolute'],
    [' javascript:1', 'absolute'],
    ['https:///app.example.com', 'absolute'],
    ['https:\\\\app.example.com', 'absolute'],
    ['https://', 'absolute'],
    ['capacitor://', 'absolute'],
    [' https://app.example.com', 'absolute'],
    ['https://app.example.com\\', 'absolute'],
    ['https://app.example.com https://b.example', 'absolute'],
    ['https://a\n.example', 'absolute'],
    ['https://app.example.com:99999', 'absolute'],
    ['https://app.example.com:1x', 'absolute'],
    ['https://[::1', 'absolute'],
    ['https://a.example/path', 'path'],
    ['https://a.example//', 'path'],
    ['https://a.example?x', 'path'],
    ['https://a.example?', 'path'],
    ['https://a.example#', 'path'],
    ['https://a.example/#', 'path'],
    ['https://u:p@a.example', 'user_info'],
    ['https://@a.example', 'user_info'],
    ['javascript:1', 'scheme'],
    ['JavaScript://a.example', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['blob:https://a.example/1', 'scheme'],
    ['view-source:https://a.example', 'scheme'],
    ['about:blank', 'scheme'],
    ['file:///x', 'scheme'],
    ['ws://a.example', 'scheme'],
    ['wss://a.example', 'scheme'],
    ['https://a.example;script-src', 'host'],
    ["capacitor://a';x", 'host'],
    ["capacitor://';a", 'host'],
    ['capacitor://a,b', 'host'],
  ] as const)
    it(`may not be ${JSON.stringify(origin)}, which breaks the rule ${rule}`, () => {
      const places = placesOf(() => checkOrigins(['https://ok.example', origin]));
      assert.deepEqual(places, [['body.allowed_origins.1', `origin_${rule}`]]);
      assert.equal(normalizeOrigin(origin), undefined);
    });

  it('are refused with all that are wrong, and limited to 50', () => {
    assert.deepEqual(
      placesOf(() => checkOrigins(['*', 'https://ok.example', 'null'])),
      [
        ['body.allowed_origins.0', 'origin_wildcard'],
        ['body.allowed_origins.2', 'origin_opaque'],
      ],
    );
    const many = Array.from({ length: 51 }, (_, n) => `https://a${n}.example`);
    assert.deepEqual(
      placesOf(() => checkOrigins(many)),
      [['body.allowed_origins', 'too_big']],
    );
    assert.equal(checkOrigins(many.slice(1)).length, 50);
  });

  for (const [text, origin] of [
    ['https://B\u00fccher.example', 'https://xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['http://[0:0::1]:5173', 'http://[::1]:5173'],
    ['http://[::ffff:a.example', undefined],
    ['http://127.0.0.1:80/', 'http://127.0.0.1'],
    ['https://my_app.example:8443', 'https://my_app.example:8443'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['capacitor://LocalHost', 'capacitor://LocalHost'],
    ['ionic://localhost:8100', 'ionic://localhost:8100'],
    ['x-about://localhost', 'x-about://localhost'],
  ] as const)
    it(`take ${text} as browsers write it`, () => assert.equal(normalizeOrigin(text), origin));
});

describe('the providers of a token', () => {
  const offered = new Set(['fjord_band', 'iris_sleep']);

  it('must exist, and the one provider must be among the offered ones', () => {
    checkProviders(offered, null, []);
    checkProviders(offered, 'fjord_band', []);
    checkProviders(offered, null, ['fjord_band']);
    checkProviders(offered, 'fjord_band', ['iris_sleep', 'fjord_band']);
    const list = 'body.filter_on_providers';
    assert.deepEqual(
      placesOf(() => checkProviders(offered, 'nobody', ['fjord_band', 'no_one'])),
      [
        [`${list}.1`, 'enum'],
        ['body.provider', 'enum'],
      ],
    );
    for (const [provider, filter] of [
      ['nobody', []],
      ['fjord_band', ['iris_sleep']],
    ] as const)
      assert.deepEqual(
        placesOf(() => checkProviders(offered, provider, filter)),
        [['body.provider', 'enum']],
      );
  });
});

describe('the connection that a token renews', () => {
  const offered = new Set(['fjord_band', 'iris_sleep']);
  const refused = (asked: Parameters<typeof checkReconnect>[1]) =>
    placesOf(() => checkReconnect(offered, asked));

  it('is of a provider that is offered, and nothing else in the request contradicts it', () => {
    for (const asked of [
      {},
      { reconnect: null, provider: 'nobody' },
      { reconnect: 'fjord_band' },
      { reconnect: 'fjord_band', provider: null, filter_on_providers: [] },
      { reconnect: 'fjord_band', provider: 'fjord_band', filter_on_providers: ['iris_sleep', 'fjord_band'] },
    ])
      checkReconnect(offered, asked);
    assert.deepEqual(refused({ reconnect: 'nobody' }), [['body.reconnect', 'enum']]);
    assert.deepEqual(refused({ reconnect: 'fjord_band', provider: 'iris_sleep' }), [
      ['body.provider', 'enum'],
    ]);
    assert.deepEqual(refused({ reconnect: 'fjord_band', filter_on_providers: ['iris_sleep'] }), [
      ['body.filter_on_providers', 'enum'],
    ]);
    assert.deepEqual(
      refused({ reconnect: 'nobody', provider: 'iris_sleep', filter_on_providers: ['iris_sleep'] }),
      [
        ['body.reconnect', 'enum'],
        ['body.provider', 'enum'],
        ['body.filter_on_providers', 'enum'],
      ],
    );
  });

  it('is told what is wrong in words', () => {
    const says = (asked: Parameters<typeof checkReconnect>[1]) =>
      (refusalOf(() => checkReconnect(offered, asked)).detail as Place[]).map(({ msg }) => msg);
    assert.deepEqual(says({ reconnect: 'nobody' }), ['unknown provider']);
    assert.match(says({ reconnect: 'aurora_ring' })[0] ?? '', /^not offered: it is switched off/);
    assert.match(
      says({ reconnect: 'fjord_band', provider: 'iris_sleep' })[0] ?? '',
      /^contradicts reconnect/,
    );
  });

  it('cannot be one of several, and several cannot be confirmed', () => {
    const refused = (asked: Parameters<typeof checkSeveral>[0], type: string) => {
      const { status, detail } = refusalOf(() => checkSeveral(asked));
      const { error_type, error_message } = detail as { error_type: string; error_message: string };
      assert.deepEqual([status, error_type], [422, type]);
      assert.match(error_message, / cannot be combined: /);
    };
    for (const asked of [
      {},
      { multiple: true },
      { multiple: true, reconnect: null },
      { multiple: false, confirm: 'host', reconnect: 'fjord_band' },
    ] as const)
      checkSeveral(asked);
    refused({ multiple: true, confirm: 'host' }, 'multiple_with_confirm');
    refused({ multiple: true, reconnect: 'fjord_band' }, 'multiple_with_reconnect');
  });
});

describe('the resources that a team requires', () => {
  it('are each of a provider that people can link', () => {
    const offered = ['quartz_scale', 'aurora_ring'].map((slug) => {
      const entry = findProvider(slug);
      assert.ok(entry);
      return entry;
    });
    checkResources(offered, []);
    checkResources(offered, ['body', 'sleep']);
    assert.deepEqual(
      placesOf(() => checkResources(offered, ['body', 'insulin', 'sleep', 'nothing'])),
      [
        ['body.required_resources.1', 'enum'],
        ['body.required_resources.3', 'enum'],
      ],
    );
  });
});

describe('this machine in an address', () => {
  it('is distinguished from any other machine', () => {
    for (const host of ['localhost', '127.0.0.1', '127.10.200.3', '[::1]']) assert.match(host, loopback);
    for (const host of ['xlocalhost', 'localhostx', '127.0.0', '127.0.0.1.1', '128.0.0.1', '[::1]x', '::1'])
      assert.doesNotMatch(host, loopback);
  });
});

describe('the page to return to', () => {
  const shop = 'https://shop.example';
  for (const [address, allowed, home] of [
    [`${shop}/me?x=1#part`, [shop], `${shop}/me?x=1#part`],
    [shop, ['https://other.example', shop], `${shop}/`],
    ['http://localhost:3000/', ['http://localhost:3000'], 'http://localhost:3000/'],
    [null, [shop], null],
    [`${shop}/me`, [], null],
    [`${shop}/me`, null, null],
    ['https://evil.example/', [shop], null],
    ['http://shop.example/', [shop], null],
    ['https://shop.example@evil.example/', [shop], null],
    ['https://evil@shop.example/', [shop], null],
    ['javascript:alert(1)', [shop, 'null'], null],
    ['com.example.app:/linked', [shop, 'null'], null],
    ['com.example.https:/linked', [shop, 'null'], null],
    ['https://a.example:99999/', [shop], null],
    [`${shop}/${'a'.repeat(2048 - 21)}`, [shop], `${shop}/${'a'.repeat(2048 - 21)}`],
    [`${shop}/${'a'.repeat(2049 - 21)}`, [shop], null],
  ] as const)
    it(`is ${home?.slice(0, 40)} for ${address?.slice(0, 40)} with ${JSON.stringify(allowed)}`, () =>
      assert.equal(allowedReturn(address, allowed), home));
});

describe('a page that asks with a token', () => {
  const [shop, evil, ours] = ['https://shop.example', 'https://evil.example', 'https://link.example'];
  for (const [allowed, origin, opener, may] of [
    [null, evil, evil, true],
    [null, 'nonsense', undefined, true],
    [[shop], undefined, undefined, true],
    [[], undefined, undefined, true],
    [[], shop, undefined, false],
    [[shop], shop, undefined, true],
    [[shop], 'HTTPS://Shop.example:443', undefined, true],
    [[shop], evil, undefined, false],
    [[shop], 'null', undefined, false],
    [['null'], 'null', undefined, false],
    [[shop], ours, undefined, true],
    [[shop], ours, shop, true],
    [[shop], ours, evil, false],
    [[shop], ours, ours, true],
    [[shop], shop, shop, true],
    [[shop], shop, evil, false],
    [[shop], shop, ours, false],
    [[shop], evil, ours, false],
    [[shop], evil, shop, false],
    [[shop], undefined, shop, true],
    [[shop], undefined, evil, false],
    [[shop], undefined, ours, false],
  ] as const)
    it(`of ${origin}, opened by ${opener}, ${may ? 'may' : 'may not'} where it names ${allowed?.join() ?? 'no origins'}`, () =>
      assert.equal(isAllowedSender(allowed, { origin, opener }, ours), may));
});

describe('a page that posts a form', () => {
  const app = new Hono().post('/', (c) => c.json(senderOfForm(c)));
  it('is the page that the browser names, if it names one', async () => {
    for (const [origin, named] of [
      ['https://shop.example', { origin: 'https://shop.example' }],
      ['null', {}],
      [undefined, {}],
    ] as const) {
      const answer = await app.request('/', {
        method: 'POST',
        headers: origin === undefined ? {} : { origin },
      });
      assert.deepEqual(await answer.json(), named);
    }
  });
});
