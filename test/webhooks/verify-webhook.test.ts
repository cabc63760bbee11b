import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, it } from 'vitest';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError, type VerifyOptions, type WebhookErrorCode } from 'svc-link/webhooks';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const now = new Date('2026-11-22T10:00:00Z');
const secret = newSecret();
const event = {
  event_type: 'daily.data.steps.created',
  data: { data: [{ value: 1 }], source: { provider: 'aurora_ring', type: 'ring', app_id: null } },
  user_id: 'u',
  team_id: 't',
  client_user_id: 'Zoë',
};

/** A request as the reference implementation signs it. */
function sent({ by = [secret], at = now, body = JSON.stringify(event), id = 'evt_1' } = {}) {
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(at.getTime() / 1000),
      'webhook-signature': by.map((each) => new Webhook(each).sign(id, at, body)).join(' '),
    },
    body,
  };
}
const refused = (options: VerifyOptions, code: WebhookErrorCode) =>
  assert.rejects(verifyWebhook({ now, ...options }), { name: 'WebhookError', code });
const secondsAway = (seconds: number) => new Date(now.getTime() + 1000 * seconds);

describe('verifyWebhook', () => {
  it('returns the event that Standard Webhooks signed, whatever kind the headers and body are', async () => {
    const { headers, body } = sent();
    const request = new Request('https://example.com', { method: 'POST', headers, body });
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const message of [
      { headers, body },
      { headers: new Headers(headers), body: new TextEncoder().encode(body) },
      { headers: upper, body: Buffer.from(body) },
      { headers: { ...headers, 'set-cookie': ['a', 'b'] }, body: new TextEncoder().encode(body).buffer },
      { request },
    ])
      assert.deepEqual(await verifyWebhook({ secret, now, ...message }), event);
  });

  it('computes one signature for each secret, however many signatures are sent', async () => {
    const { headers, body } = sent();
    const wrong = randomBytes(32).toString('base64');
    const many = [...Array.from({ length: 500 }, () => `v1,${wrong}`), headers['webhook-signature']];
    const { subtle } = globalThis.crypto;
    const { sign, verify } = subtle;
    let computed = 0;
    // Own properties hide the prototype's methods until they are deleted.
    Object.assign(subtle, {
      sign: (...input: Parameters<typeof sign>) => (computed++, sign.apply(subtle, input)),
      verify: (...input: Parameters<typeof verify>) => (computed++, verify.apply(subtle, input)),
    });
    try {
      const signed = { ...headers, 'webhook-signature': many.join(' ') };
      assert.deepEqual(
        await verifyWebhook({ secrets: [newSecret(), secret], now, headers: signed, body }),
        event,
      );
      const forged = { ...headers, 'webhook-signature': many.slice(0, -1).join(' ') };
      await refused({ secret, headers: forged, body }, 'signature_wrong');
    } finally {
      for (const name of ['sign', 'verify']) Reflect.deleteProperty(subtle, name);
    }
    assert.equal(computed, 3);
  });

  it('accepts any signed event, and the reference implementation accepts the same events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.uuid(), fc.jsonValue(), async (type, id, data) => {
        const message = sent({
          id,
          at: new Date(1000 * Math.floor(Date.now() / 1000)),
          body: JSON.stringify({ ...event, event_type: `x.${type}`, data }),
        });
        const read = await verifyWebhook({ secret, ...message });
        assert.deepEqual(read, new Webhook(secret).verify(message.body, message.headers));
      }),
    );
  });

  it('accepts a signature by any of several secrets, among other signatures', async () => {
    const [old, other] = [newSecret(), newSecret()];
    const rotating = sent({ by: [other, old, secret] });
    for (const one of [old, secret]) await verifyWebhook({ secret: one, now, ...rotating });
    await verifyWebhook({ secrets: [newSecret(), old], now, ...sent({ by: [old] }) });
    const foreign = sent();
    foreign.headers['webhook-signature'] = `v1a,AAAA v2,x ${foreign.headers['webhook-signature']} v1,`;
    await verifyWebhook({ secret, now, ...foreign });
    await refused({ secrets: [newSecret(), newSecret()], ...rotating }, 'signature_wrong');
    await refused({ secret, ...sent({ by: [] }) }, 'headers_missing');
  });

  it('accepts no signature of another version, even if it is correct', async () => {
    const { headers, body } = sent();
    const signature = headers['webhook-signature'].replace('v1,', 'v1a,');
    await refused(
      { secret, headers: { ...headers, 'webhook-signature': signature }, body },
      'signature_wrong',
    );
  });

  it('refuses a signature that differs in any character', async () => {
    const { headers, body } = sent();
    const parts = { ...headers, body };
    const names = Object.keys(parts) as (keyof typeof parts)[];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        async (name, at, character) => {
          const text = parts[name];
          const index = at % text.length;
          fc.pre(text[index] !== character);
          const { body: changed, ...rest } = {
            ...parts,
            [name]: text.slice(0, index) + character + text.slice(index + 1),
          };
          await assert.rejects(verifyWebhook({ secret, now, headers: rest, body: changed }), {
            name: 'WebhookError',
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses a body with one byte more, one byte less or another byte', async () => {
    const { headers, body } = sent();
    const bytes = Buffer.from(body);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, difference) => {
        const other = Buffer.from(bytes);
        other[at]! ^= difference;
        for (const changed of [other, bytes.subarray(0, at), Buffer.concat([bytes, Buffer.of(difference)])])
          await refused({ secret, headers, body: changed }, 'signature_wrong');
      }),
    );
  });

  it('refuses events that are older or newer than the tolerance', async () => {
    await verifyWebhook({ secret, now, ...sent({ at: secondsAway(-300) }) });
    await verifyWebhook({ secret, now, ...sent({ at: secondsAway(300) }) });
    await refused({ secret, ...sent({ at: secondsAway(-301) }) }, 'timestamp_too_old');
    await refused({ secret, ...sent({ at: secondsAway(301) }) }, 'timestamp_too_new');
    await refused({ secret, tolerance: 10, ...sent({ at: secondsAway(-11) }) }, 'timestamp_too_old');
    const { headers, body } = sent();
    for (const time of ['1e9', 'now', ' 1', '-1'])
      await refused(
        { secret, headers: { ...headers, 'webhook-timestamp': time }, body },
        'timestamp_invalid',
      );
  });

  it('accepts nothing if the tolerance or the current time is invalid', async () => {
    const old = sent({ at: new Date('2020-01-01T00:00:00Z') });
    // As if a variable was not set.
    for (const tolerance of [Number(undefined), Infinity, -Infinity, '300', null])
      for (const message of [old, sent()])
        await assert.rejects(verifyWebhook({ secret, now, ...message, tolerance } as VerifyOptions), {
          name: 'TypeError',
          message: `svc-link: tolerance is ${tolerance}. It has to be a number of seconds`,
        });
    for (const message of [old, sent()])
      await assert.rejects(verifyWebhook({ secret, ...message, now: new Date('unknown') }), {
        name: 'TypeError',
        message: 'svc-link: now is no valid date',
      });
    await verifyWebhook({ secret, now, tolerance: 0, ...sent() });
    await refused({ secret, tolerance: 0, ...sent({ at: secondsAway(-1) }) }, 'timestamp_too_old');
    await refused({ secret, tolerance: 0, ...sent({ at: secondsAway(1) }) }, 'timestamp_too_new');
  });

  it('says which header of a request is missing, and what a body must be', async () => {
    const { headers, body } = sent();
    for (const name of Object.keys(headers))
      await refused({ secret, headers: { ...headers, [name]: undefined }, body }, 'headers_missing');
    for (const parsed of [event, null, undefined, 1]) {
      const options = { secret, headers, body: parsed } as unknown as VerifyOptions;
      await refused(options, 'body_not_raw');
    }
    const request = new Request('https://example.com', { method: 'POST', headers, body });
    await request.json();
    await refused({ secret, request }, 'body_not_raw');
  });

  it('accepts signatures of several headers, and reports a missing header', async () => {
    const { headers, body } = sent();
    const several = { ...headers, 'webhook-signature': ['v1,AAAA', headers['webhook-signature']] };
    assert.deepEqual(await verifyWebhook({ secret, now, headers: several, body }), event);
    for (const name of Object.keys(headers)) {
      const others = Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
      await refused({ secret, headers: others, body }, 'headers_missing');
    }
  });

  it('refuses a signed body that is not JSON in UTF-8, and says what it was', async () => {
    const bytes = Buffer.concat([Buffer.from('{"event_type":"x.'), Buffer.of(0xff), Buffer.from('"}')]);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const timestamp = String(now.getTime() / 1000);
    for (const body of [Buffer.from('{"event_type"'), bytes]) {
      const signed = Buffer.concat([Buffer.from(`evt_1.${timestamp}.`), body]);
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      };
      await assert.rejects(verifyWebhook({ secret, now, headers, body }), (error: unknown) => {
        assert.ok(error instanceof WebhookError && error.code === 'event_malformed');
        assert.ok(error.cause instanceof SyntaxError || error.cause instanceof TypeError);
        return true;
      });
    }
  });

  it('refuses an invalid secret', async () => {
    for (const none of ['', 'whsec_', 'whsec_short', `whsec_${'*'.repeat(44)}`, undefined])
      await refused({ secret: none, ...sent() } as VerifyOptions, 'secret_invalid');
    await refused({ secrets: [], ...sent() }, 'secret_invalid');
    await refused({ secrets: [secret, ''], ...sent() }, 'secret_invalid');
  });

  it('never repeats a secret or anything of the request', async () => {
    const { headers, body } = sent();
    for (const options of [
      { secret: 'whsec_verysecret', headers, body },
      { secret, headers, body: `${body}personal` },
      { secret, ...sent({ body: '{"personal":1}' }) },
    ]) {
      const error = await verifyWebhook({ now, ...options }).catch((thrown: Error) => thrown);
      assert.ok(error instanceof Error && !/verysecret|personal/.test(error.message), String(error));
    }
  });
});
