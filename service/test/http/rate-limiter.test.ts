// Who is counted, and what a caller is told, by the limiter alone.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Hono } from 'hono';
import { ApiError, refusal } from '../../src/http/errors.js';
import {
  countCaller,
  countStranger,
  createRateLimiter,
  limitRate,
  mostCallers,
} from '../../src/http/rate-limit.js';
import type { Env } from '../../src/http/env.js';

const start = 1_000_000;

describe('a rate limiter', () => {
  const from = (perMinute: number) => {
    let now = start;
    const limiter = createRateLimiter(perMinute, () => now);
    return {
      limiter,
      at: (milliseconds: number, caller = 'ada') => {
        now = start + milliseconds;
        return Object.values(limiter.count(caller));
      },
    };
  };

  it('counts down for each caller separately, also below zero', () => {
    const { limiter, at } = from(2);
    assert.equal(limiter.perMinute, 2);
    assert.deepEqual(
      ['ada', 'ada', 'eve', 'ada', 'ada'].map((caller) => at(0, caller)),
      [
        [1, 60],
        [0, 60],
        [1, 60],
        [-1, 60],
        [-2, 60],
      ],
    );
  });

  it('begins again after a minute, whenever it is next called', () => {
    const { at } = from(5);
    assert.deepEqual(at(0), [4, 60]);
    assert.deepEqual(at(1), [3, 60]);
    assert.deepEqual(at(1000), [2, 59]);
    assert.deepEqual(at(59_999), [1, 1]);
    assert.deepEqual(at(60_000), [4, 60]);
    assert.deepEqual(at(119_999), [3, 1]);
    // Its minutes are the same as if it had been called all the time.
    assert.deepEqual(at(200_000), [4, 40]);
    assert.deepEqual(at(239_999), [3, 1]);
    assert.deepEqual(at(240_000), [4, 60]);
  });

  it('uses real time by default', () => {
    const before = Date.now();
    const { remaining, reset } = createRateLimiter(3).count('ada');
    assert.deepEqual([remaining, reset > 60 - (Date.now() - before) / 1000 - 1], [2, true]);
  });

  it('forgets the oldest caller for a new one, and none for a known one', () => {
    const { limiter } = from(10);
    for (let n = 0; n < mostCallers; n++) limiter.count(String(n));
    assert.equal(limiter.count('1').remaining, 8);
    assert.equal(limiter.count('0').remaining, 8);
    limiter.count('new');
    assert.equal(limiter.count('1').remaining, 7);
    assert.equal(limiter.count('0').remaining, 9);
  });
});

describe('an answer', () => {
  /** Each request comes 20 seconds after the previous one. */
  const limited = (perMinute: number, mayCount = true) => {
    let asked = -1;
    const app = new Hono<Env>();
    if (mayCount) app.use(limitRate(createRateLimiter(perMinute, () => start + 20_000 * ++asked)));
    app.get('/known/:id', (c) => {
      countCaller(c.req.param('id'));
      return c.text('known');
    });
    app.get('/unknown', (c) => {
      countStranger();
      return c.text('unknown');
    });
    app.get('/unknown/:purpose', (c) => {
      countStranger(c.req.param('purpose'));
      return c.text('unknown');
    });
    app.get('/nobody', (c) => c.text('nobody'));
    app.onError((error) => {
      assert.ok(error instanceof ApiError);
      return refusal(error.status, error.detail, error.headers);
    });
    return (path: string, remoteAddress?: string) =>
      Promise.resolve(
        app.request(path, {}, remoteAddress === undefined ? {} : { incoming: { socket: { remoteAddress } } }),
      );
  };
  const said = ({ status, headers }: Response) => [
    status,
    ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) =>
      headers.get(name),
    ),
  ];

  it('tells how many requests are left', async () => {
    const get = limited(2);
    assert.deepEqual(said(await get('/known/1')), [200, '2', '1', '40', null]);
    assert.deepEqual(said(await get('/known/1')), [200, '2', '0', '20', null]);
  });

  it('refuses too many requests, with an explanation', async () => {
    const get = limited(0);
    const refused = await get('/known/1');
    assert.deepEqual(said(refused), [429, '0', '0', '40', '40']);
    const message = 'More than 0 requests in a minute; come back in 40 seconds.';
    const detail = { error_type: 'rate_limited', error_message: message };
    assert.deepEqual(await refused.json(), { detail });
  });

  it('has no such headers if nobody is counted or there is no limit', async () => {
    assert.deepEqual(said(await limited(1)('/nobody')), [200, null, null, null, null]);
    assert.deepEqual(said(await limited(0, false)('/known/1')), [200, null, null, null, null]);
    countCaller('outside of a request');
  });

  it('to a stranger counts the address, and for IPv6 its network', async () => {
    for (const [one, other, isSame] of [
      ['192.0.2.1', '192.0.2.1', true],
      ['192.0.2.1', '192.0.2.2', false],
      ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
      ['2001:db8:0:1::1', '2001:db8:0:1:2:3:4:5', true],
      ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
      ['2001:db8:0:1::1', '2001:db9:0:1::1', false],
      ['2001:db8::1', '2001:db8:0:0:5::1', true],
      ['2001:db8::1', '2001:db8::', true],
      ['2001:db8::1', '2001:db8::1:2:3:4:5', false],
      ['2001::5:6:7:8:9', '2001:0:0:5:1:1:1:1', true],
      ['2001::5:6:7:8:9', '2001:0:0:0:5:6:7:8', false],
      ['1:2:3:4:5:6:7:8', '1:2:3:4::', true],
      ['::1', '::', true],
      ['::1', '1::', false],
      ['1:23::1', '12:3::1', false],
      ['0:0:0:1::', '::1:0:0:0:0', true],
      [undefined, undefined, true],
      [undefined, '192.0.2.1', false],
    ] as const) {
      const get = limited(1);
      assert.equal((await get('/unknown', one)).status, 200);
      assert.equal((await get('/unknown', other)).status, isSame ? 429 : 200, `${one} ${other}`);
    }
  });

  it('to a stranger counts what is for a purpose apart, for each address', async () => {
    type Way = readonly [path: string, address: string];
    const [one, other] = ['192.0.2.1', '192.0.2.2'] as const;
    const ways: readonly (readonly [first: Way, second: Way, isSame: boolean])[] = [
      [['/unknown', one], ['/unknown/sign-in', one], false],
      [['/unknown/sign-in', one], ['/unknown', one], false],
      [['/unknown/sign-in', one], ['/unknown/else', one], false],
      [['/unknown/sign-in', one], ['/unknown/sign-in', other], false],
      [['/unknown/sign-in', one], ['/unknown/sign-in', one], true],
    ];
    for (const [first, second, isSame] of ways) {
      const get = limited(1);
      assert.equal((await get(...first)).status, 200);
      assert.equal((await get(...second)).status, isSame ? 429 : 200, `${first} ${second}`);
    }
  });

  it('to a known caller does not count the address, whatever the caller’s id is', async () => {
    const get = limited(1);
    assert.equal((await get('/unknown', '192.0.2.1')).status, 200);
    assert.equal((await get('/known/192.0.2.1', '192.0.2.1')).status, 200);
  });
});
