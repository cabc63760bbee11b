// The data that the console shows in its tests and its pictures.
import { randomUUID } from 'node:crypto';
import { createClient } from 'svc-link/client';
import { managementKey, org } from './session-way.js';

/** Every view by its heading, with the fragment that leads to it. */
export const viewsOf = (team: string, webhook: string) => ({
  Teams: '#/teams',
  'Management keys': '#/keys',
  'Audit log': '#/audit',
  Overview: `#/team/${team}`,
  'API keys': `#/team/${team}/keys`,
  Links: `#/team/${team}/links`,
  Connections: `#/team/${team}/connections`,
  Providers: `#/team/${team}/providers`,
  'Quartz Scale': `#/team/${team}/providers/quartz_scale`,
  Webhooks: `#/team/${team}/webhooks`,
  Deliveries: `#/team/${team}/webhooks/${webhook}`,
  'Bulk operations': `#/team/${team}/bulk`,
});

/** A code, or a user name with its password. */
export type LinkStep = string | { readonly username: string; readonly password: string };

/** Goes through a link as the widget does. */
export async function goThrough(
  service: string,
  link_token: string,
  provider: string,
  steps: readonly LinkStep[],
) {
  const post = (path: string, body: object) =>
    fetch(`${service}/v2/link/${path}`, {
      method: 'POST',
      headers: { 'x-svc-link-token': link_token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('start', { link_token });
  for (const step of steps) {
    const path = `provider/password/${provider}`;
    await (typeof step === 'string' ? post(`${path}/complete_mfa`, { mfa_code: step }) : post(path, step));
  }
}

/** A team with two links: one had a problem before it connected, the other had another problem. */
export async function newTeam(service: string): Promise<string> {
  const manager = createClient({ baseUrl: service, managementKey });
  const { id: team } = await manager.createTeam(org, { name: 'Counted by day', region: 'eu' });
  const { key: apiKey } = await manager.createApiKey(org, team, { name: 'of the test' });
  const client = createClient({ baseUrl: service, apiKey });
  const person = (name: string, password = 'good-one') => ({ username: `${name}@example.com`, password });
  for (const steps of [
    [person('ok', 'wrong'), person('ok', 'wrong'), person('ok')],
    [person('sms'), '000000'],
  ]) {
    const { user_id } = await client.createUser({ client_user_id: randomUUID() });
    const { link_token } = await client.createLinkToken({ user_id });
    await goThrough(service, link_token, 'quartz_scale', steps);
  }
  return team;
}
