import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import {
  answerChallenge,
  findProvider,
  logoUrl,
  providers,
  signIn,
  type SignInOutcome,
} from '../../src/providers/index.js';
import { drawLogo } from '../../src/providers/logo.js';
import { logoRoutes } from '../../src/providers/routes.js';

const attempt = (
  username: string,
  more: { password?: string; provider?: string; region?: string; userId?: string } = {},
) =>
  signIn({
    provider: findProvider(more.provider ?? 'quartz_scale')!,
    username,
    password: more.password ?? 'good-password',
    region: more.region ?? null,
    userId: more.userId ?? 'user-1',
  });
const refused: SignInOutcome = { type: 'error', errorType: 'provider_credential_error' };

const fictional = providers.filter(({ adapter }) => adapter === undefined);

describe('the catalogue', () => {
  it('has sixteen fictional providers by OAuth and twelve by password, all different', () => {
    const by = (authType: string): number => fictional.filter((each) => each.authType === authType).length;
    assert.deepEqual([by('oauth'), by('password')], [16, 12]);
    for (const field of ['slug', 'name', 'description', 'colour'] as const) {
      assert.equal(new Set(providers.map((provider) => provider[field])).size, providers.length, field);
    }
  });

  // spec 9.5
  it('has no hypnogram, which would need its own events: sleep_cycle replaces it', () => {
    const names = providers.flatMap(({ resources }) => resources.map(({ name }) => name));
    assert.ok(names.includes('sleep_cycle'));
    assert.deepEqual(
      names.filter((name) => name.includes('hypnogram')),
      [],
    );
  });

  it('asks for every scope that a resource needs, and fictional ones for no other', () => {
    for (const { scopes, resources, slug } of providers) {
      const asked = [...scopes.required, ...scopes.optional];
      assert.equal(new Set(asked).size, asked.length, slug);
      const used = new Set(resources.flatMap((resource) => [...resource.required, ...resource.optional]));
      // Real providers also have scopes that are not for data, such as the one for refresh tokens.
      const more = fictional.some((each) => each.slug === slug) ? [] : asked;
      assert.deepEqual(new Set(asked), new Set([...used, ...more]), slug);
    }
  });

  it('has colours on which white can be read', () => {
    const linear = (part: number): number =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    for (const { colour, slug } of providers) {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
        linear(parseInt(colour.slice(at, at + 2), 16) / 255),
      );
      assert.ok(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5, slug);
    }
  });
});

describe('the scripts', () => {
  it('succeed for ok, whatever the domain and the case', () => {
    for (const [name, account] of [
      ['ok@example.com', 'ok@example.com of user-1'],
      ['OK@elsewhere.test', 'ok@elsewhere.test of user-1'],
      [' ok @Example.com ', 'ok@example.com of user-1'],
    ] as const) {
      assert.deepEqual(attempt(name), { type: 'success', account });
    }
  });

  it('refuse a wrong password and an unknown name', () => {
    assert.deepEqual(attempt('ok@example.com', { password: 'bad-password' }), refused);
    for (const name of [
      'ok',
      '@example.com',
      'ok@',
      'somebody@example.com',
      '',
      'constructor@example.com',
      'status-200@x.y',
      'error-@x.y',
    ]) {
      assert.deepEqual(attempt(name), refused, name);
    }
  });

  for (const [name, method] of [
    ['sms', 'sms'],
    ['email', 'email'],
    ['carrier-pigeon', 'carrier-pigeon'],
  ] as const) {
    it(`ask for one code by ${method}`, () => {
      const asked = attempt(`${name}@example.com`);
      assert.ok(asked.type === 'challenge');
      assert.equal(asked.method, method);
      assert.ok(asked.hint);
      assert.deepEqual(answerChallenge(asked.next, '654321'), {
        type: 'error',
        errorType: 'incorrect_mfa_code',
      });
      assert.deepEqual(answerChallenge(asked.next, '123456'), {
        type: 'success',
        account: `${name}@example.com of user-1`,
      });
    });
  }

  it('ask for two codes in a row for twice', () => {
    const first = attempt('twice@example.com');
    assert.ok(first.type === 'challenge');
    assert.equal(first.method, 'sms');
    // Between the two codes, the state of a challenge is stored in a row.
    const second = answerChallenge(JSON.parse(JSON.stringify(first.next)) as typeof first.next, '123456');
    assert.ok(second.type === 'challenge');
    assert.equal(second.method, 'email');
    assert.deepEqual(answerChallenge(second.next, '123456'), {
      type: 'error',
      errorType: 'incorrect_mfa_code',
    });
    assert.equal(answerChallenge(second.next, '654321').type, 'success');
  });

  it('give everybody the same account for shared', () => {
    assert.deepEqual(
      attempt('shared@example.com', { userId: 'a' }),
      attempt('Shared@elsewhere.test', { userId: 'b' }),
    );
    assert.notDeepEqual(
      attempt('ok@example.com', { userId: 'a' }),
      attempt('ok@example.com', { userId: 'b' }),
    );
  });

  it('answer slowly, hang and send nonsense', () => {
    const slow = attempt('slow@example.com');
    assert.ok(slow.type === 'slow');
    assert.deepEqual([slow.milliseconds, slow.then.type], [20_000, 'success']);
    assert.equal(attempt('hang@example.com').type, 'hang');
    assert.equal(attempt('garbage@example.com').type, 'garbage');
  });

  it('fail with any error type and any status that is asked for', () => {
    assert.deepEqual(attempt('error-unsupported_region@x.y'), {
      type: 'error',
      errorType: 'unsupported_region',
    });
    assert.deepEqual(attempt('error-BrandNew@x.y'), { type: 'error', errorType: 'BrandNew' });
    assert.deepEqual(attempt('status-503@x.y'), { type: 'http-status', status: 503 });
    assert.deepEqual(attempt('status-429@x.y'), { type: 'http-status', status: 429, retryAfter: 30 });
  });

  for (const [provider, open] of [
    ['xenon_pump', 'eu'],
    ['yarrow_meter', 'us'],
  ] as const) {
    it(`have one region that works at ${provider}`, () => {
      for (const region of findProvider(provider)!.regions) {
        const outcome = attempt('ok@example.com', { provider, region });
        if (region === open) assert.equal(outcome.type, 'success');
        else assert.deepEqual(outcome, { type: 'error', errorType: 'unsupported_region' });
      }
      assert.equal(attempt('ok@example.com', { provider }).type, 'error');
    });
  }
});

describe('the logos', () => {
  it('are drawn, small, different, and load and run nothing', () => {
    const logos = providers.map(drawLogo);
    assert.equal(new Set(logos).size, providers.length);
    for (const logo of logos) {
      assert.ok(logo.length > 300 && logo.length < 1200, `${logo.length}`);
      assert.doesNotMatch(logo, /<script|href|url\(|<image| on\w+=/i);
    }
    for (const each of fictional) assert.doesNotMatch(drawLogo(each), /<text/);
  });

  it('are images for any page, kept for ever at their own address', async () => {
    const app = logoRoutes();
    const provider = findProvider('aurora_ring')!;
    const forEver = await app.request(logoUrl('', provider));
    assert.equal(forEver.status, 200);
    assert.equal(forEver.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
    assert.equal(forEver.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(forEver.headers.get('access-control-allow-origin'), '*');
    assert.equal(forEver.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.match(String(forEver.headers.get('content-security-policy')), /default-src 'none'/);
    const plain = await app.request('/providers/aurora_ring/logo.svg');
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=3600');
    assert.equal((await app.request('/providers/nowhere/logo.svg')).status, 404);
  });
});
