// Where the authorization server of the tests stores what it has issued.
import type { Adapter as Storage, AdapterPayload } from 'oidc-provider';

/** In memory. The server's own storage drops entries beyond a thousand rows. */
export function storageOf(stores: Map<string, Map<string, AdapterPayload>>, name: string): Storage {
  const rows = stores.get(name) ?? new Map<string, AdapterPayload>();
  stores.set(name, rows);
  const findBy = (field: 'uid' | 'userCode', value: string) =>
    Promise.resolve([...rows.values()].find((row) => row[field] === value));
  return {
    upsert: (id, payload) => Promise.resolve(void rows.set(id, payload)),
    find: (id) => Promise.resolve(rows.get(id)),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('userCode', userCode),
    consume(id) {
      const row = rows.get(id);
      if (row) row.consumed = Math.floor(Date.now() / 1000);
      return Promise.resolve();
    },
    destroy: (id) => Promise.resolve(void rows.delete(id)),
    revokeByGrantId(grantId) {
      for (const all of stores.values())
        for (const [id, row] of all) if (row.grantId === grantId) all.delete(id);
      return Promise.resolve();
    },
  };
}
