import type { Selectable } from 'kysely';
import type { UserExport } from 'svc-link/contract';
import { createOpener } from '../crypto/index.js';
import type { Tables } from '../db/index.js';
import type { Deps } from '../deps.js';
import { toUser } from '../users/index.js';
import { readAudit, readEvents, readInsurance, readOrders } from './records.js';
import { readConnections, readDays } from './connections.js';
import { readLinkSessions } from './link-sessions.js';
import type { Pages, Sources } from './pages.js';

type UserRow = Selectable<Tables['app_user']>;
type Lists = {
  readonly [Name in keyof UserExport as UserExport[Name] extends readonly unknown[] ? Name : never]: Pages<
    UserExport[Name] extends readonly (infer Item)[] ? Item : never
  >;
};

/** The lists of the document, in its order. Nothing is read before a page is requested. */
const listsOf = (from: Sources, user: UserRow) =>
  ({
    connections: readConnections(from, user.id),
    data: readDays(from, user.id),
    insurance: readInsurance(from, user.id),
    orders: readOrders(from, user.id),
    link_sessions: readLinkSessions(from, user.id),
    events: readEvents(from, user.id),
    audit_entries: readAudit(from, user.id),
  }) satisfies Lists;

/** The document as texts, one page of a list at a time. */
export async function* writeDocument(
  deps: Omit<Sources, 'opener'> & Pick<Deps, 'log'>,
  user: UserRow,
): AsyncGenerator<string, void, undefined> {
  const opener = createOpener(deps);
  const from = { ...deps, opener };
  const connected = await from.db
    .selectFrom('connection')
    .select(['provider', 'created_on'])
    .where('user_id', '=', user.id)
    .orderBy('created_on')
    .orderBy('provider')
    .execute();
  const head = {
    exported_at: from.clock.now().toISOString(),
    user: toUser(user, connected, from.publicUrl),
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of Object.entries(listsOf(from, user))) {
    yield `,\n"${name}":[`;
    let before = '\n';
    for await (const page of pages) {
      if (page.length === 0) continue;
      yield before + page.map((item) => JSON.stringify(item)).join(',\n');
      before = ',\n';
    }
    yield ']';
  }
  // This is known only after everything was read.
  yield `,\n"unreadable":${JSON.stringify(opener.unreadable)}}\n`;
}
