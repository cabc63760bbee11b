// A caller that keeps to docs/server.md: it sends a key with every request that may have one, and repeats the
// request while nobody knows whether it was done. Only if the database meets faults, as in faulty-database.ts.
import { randomUUID } from 'node:crypto';
import type { Endpoint } from 'svc-link/contract';

type Headers = Readonly<Record<string, string>>;

export async function repeatRequest(
  { repeatable }: Endpoint,
  headers: Headers,
  send: (headers: Headers) => Promise<Response>,
): Promise<Response> {
  const areFaultsOn = process.env['TEST_DATABASE_FAULTS'] !== undefined;
  if (!areFaultsOn || !repeatable || 'idempotency-key' in headers) return send(headers);
  const withKey = { ...headers, 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await send(withKey);
    if (answer.status !== 503 || !(await answer.clone().text()).includes('"no_database"')) return answer;
  }
}
