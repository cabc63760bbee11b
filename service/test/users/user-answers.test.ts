// The answers about users and providers, field by field.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createUser, listProviders, listUserProviders, readUser } from 'svc-link/contract';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const sorted = (value: object) => Object.keys(value).sort();
const resources = ['body', 'profile'];

/** Runs an action. Returns its answer, and a function that tells whether a time of the service lies within it. */
async function timed<T>(act: () => Promise<T>) {
  const began = service.clock.now();
  const answer = await act();
  const ended = service.clock.now();
  const within = (moment: string | undefined) =>
    began.toISOString() <= String(moment) && String(moment) <= ended.toISOString();
  return { answer, within };
}
/** A person who became a user a minute before connecting. */
async function connected() {
  const user_id = await service.newUser();
  await service.clock.advance(60);
  return timed(async () => {
    await service.signIn(await service.newLink({ user_id }), 'ok@example.com');
    return user_id;
  });
}

describe('a user', () => {
  // spec 1.1, 1.2, 2.5.1, 4.13.10
  it('is created with an id, in the team of the key, at the time of the service', async () => {
    const { apiKey: another, id } = await service.newTeam();
    const { answer: made, within } = await timed(() =>
      service.call(createUser, { apiKey: another, body: { client_user_id: 'theirs' } }),
    );
    assert.equal(made.status, 200);
    assert.deepEqual([made.body.team_id, made.body.client_user_id], [id, 'theirs']);
    assert.ok(within(made.body.created_on));
    const first = await service.call(createUser, { apiKey, body: { client_user_id: 'theirs' } });
    assert.equal(first.body.team_id, seededTeam);
    assert.notEqual(first.body.user_id, made.body.user_id);
    assert.deepEqual(sorted(made.body), [
      'client_user_id',
      'connected_sources',
      'created_on',
      'fallback_birth_date',
      'fallback_time_zone',
      'team_id',
      'user_id',
    ]);
  });

  // spec 2.5.2
  it('shows when and with what the user was connected', async () => {
    const { answer: user_id, within } = await connected();
    await service.clock.advance(60);
    const { body } = await service.call(readUser, { apiKey, params: { user_id } });
    const [item] = body.connected_sources;
    assert.deepEqual(sorted(item ?? {}), ['created_on', 'source']);
    assert.deepEqual(sorted(item?.source ?? {}), ['logo', 'name', 'slug']);
    assert.ok(within(item?.created_on));
    const logo = await service.app.request(new URL(String(item?.source.logo)).pathname);
    assert.equal(logo.status, 200);
    assert.match(String(logo.headers.get('content-type')), /^image\//);
  });
});

describe('what a user has connected', () => {
  // spec 2.6.1, 4.2.2
  it('has a name, a logo, a status and a time', async () => {
    const { answer: user_id, within } = await connected();
    await service.clock.advance(60);
    const { body } = await service.call(listUserProviders, { apiKey, params: { user_id } });
    assert.deepEqual(Object.keys(body), ['providers']);
    const { resource_availability, logo, created_on, ...entry } = body.providers[0]!;
    assert.ok(within(created_on));
    assert.deepEqual(entry, {
      name: 'Quartz Scale',
      slug: 'quartz_scale',
      status: 'connected',
      consent: null,
      error_details: null,
    });
    assert.match(logo, /^http.*quartz_scale/);
    assert.deepEqual(sorted(resource_availability), resources);
  });
});

describe('GET /v2/providers', () => {
  // spec 2.15.2, 4.13.3
  it('returns each with its name, logo and slug', async () => {
    const { body } = await service.call(listProviders, { apiKey });
    for (const { name, slug, logo } of body) {
      assert.equal(name.toLowerCase().replace(' ', '_'), slug);
      assert.match(name, /^[A-Z][a-z]+ [A-Z][a-z]+$/);
      const { status, headers } = await service.app.request(new URL(logo).pathname);
      assert.deepEqual([status, headers.get('content-type')?.split('/')[0]], [200, 'image'], slug);
    }
  });
});
