// Endpoints that acknowledge writes. Each is used while the service is killed, and says what has to be there afterwards.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CallOptions, Client } from 'svc-link/client';
import { seededOrg } from '../../src/server/seed.js';
import { provider, recipeFor } from '../support/bulk-service.js';
import { heartHealth } from '../support/lab-service.js';

/** Fails if what was acknowledged does not hold. `withKey` returns a client with the API key of another team. */
export type Fact = (client: Client, withKey: (apiKey: string) => Client) => Promise<unknown>;
export interface FactOptions {
  /** Whether the service only accepts the request, and does the work afterwards. */
  readonly afterWork?: boolean;
}
/** Uses a family of endpoints once, and says each fact as soon as it is acknowledged. */
type Family = (
  client: Client,
  call: CallOptions,
  say: (fact: Fact, options?: FactOptions) => void,
) => Promise<void>;

const newUser = async (client: Client, call: CallOptions): Promise<string> =>
  (await client.createUser({ client_user_id: randomUUID() }, call)).user_id;
const newTeam = async (client: Client, call: CallOptions): Promise<string> =>
  (await client.createTeam(seededOrg, { name: 'One of many', region: 'eu' }, call)).id;

/** How many management keys are kept. */
let kept = 0;

/**
 * Signing in, imports and insurance are not here but in acknowledged-load.ts, because their checks need more than the answers.
 */
export const families = {
  async 'deleting users'(client, call, say) {
    const user = await newUser(client, call);
    await client.deleteUser(user, call);
    say((later) => assert.rejects(later.readUser(user), { errorType: 'user_not_found' }));
  },

  async 'ending connections'(client, call, say) {
    const user = await newUser(client, call);
    const imported = { provider, connections: [recipeFor(user)], wait_for_completion: true };
    const { user_ids_imported } = await client.bulkImport(imported, call);
    if (user_ids_imported.length === 0) return;
    await client.bulkPause({ provider, user_ids: [user] }, call);
    say(
      async (later) => {
        const { providers } = await later.listUserProviders(user);
        assert.deepEqual(
          providers.map(({ slug, status }) => [slug, status]),
          [[provider, 'paused']],
        );
      },
      { afterWork: true },
    );
  },

  async 'orders and appointments'(client, call, say) {
    const user_id = await newUser(client, call);
    const { id } = await client.createOrder({ user_id, lab_test_id: heartHealth }, call);
    say(async (later) => assert.equal((await later.readOrder(id)).user_id, user_id));
    const { slots } = await client.listAppointmentSlots({ order_id: id }, call);
    const { booking_key } = slots.find(({ partner }) => partner === 'prompt')!;
    const booked = await client.bookAppointment(id, { booking_key }, call);
    say(async (later) => {
      const { appointment } = await later.readOrder(id);
      assert.deepEqual([appointment?.id, appointment?.status], [booked.id, 'confirmed']);
    });
  },

  async 'teams and their keys'(client, call, say) {
    const id = await newTeam(client, call);
    await client.updateTeam(seededOrg, id, { name: 'Renamed' }, call);
    say(async (later) => assert.equal((await later.readTeam(seededOrg, id)).name, 'Renamed'));
    const { id: keyId, key } = await client.createApiKey(seededOrg, id, { name: 'kept' }, call);
    const gone = await client.createApiKey(seededOrg, id, { name: 'deleted' }, call);
    await client.deleteApiKey(seededOrg, id, gone.id, call);
    say(async (later, withKey) => {
      const { api_keys } = await later.listApiKeys(seededOrg, id);
      assert.deepEqual(
        api_keys.map((each) => each.id),
        [keyId],
      );
      assert.equal((await withKey(key).listUsers()).total, 0);
    });
    const other = await newTeam(client, call);
    await client.deleteTeam(seededOrg, other, call);
    say((later) => assert.rejects(later.readTeam(seededOrg, other), { errorType: 'team_not_found' }));
  },

  async 'management keys'(client, call, say) {
    const made = await client.createManagementKey(seededOrg, { name: 'one', kind: 'org' }, call);
    // The number of keys that an organization may have is limited.
    const keeps = kept++ < 20;
    if (!keeps) await client.deleteManagementKey(seededOrg, made.id, call);
    say(async (later) => {
      const { management_keys } = await later.listManagementKeys(seededOrg);
      assert.equal(
        management_keys.some(({ id }) => id === made.id),
        keeps,
      );
    });
  },

  async webhooks(client, call, say) {
    const teamId = await newTeam(client, call);
    const team = { ...call, teamId };
    const { id } = await client.createWebhook({ url: 'https://nowhere.invalid/' }, team);
    await client.updateWebhook(id, { events: ['labtest.'] }, team);
    const gone = await client.createWebhook({ url: 'https://nowhere.invalid/' }, team);
    await client.deleteWebhook(gone.id, team);
    say(async (later) => {
      const { webhooks } = await later.listWebhooks({ teamId });
      assert.deepEqual(
        webhooks.map((each) => [each.id, each.events]),
        [[id, ['labtest.']]],
      );
    });
  },
} satisfies Readonly<Record<string, Family>>;
