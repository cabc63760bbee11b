import {
  createInsurance,
  createUser,
  deleteUser,
  disconnectProvider,
  exportUser,
  listUserProviders,
  listUsers,
  readUser,
  undoDeleteUser,
  type BodyOf,
  type QueryOf,
  type User,
} from '../contract/index.js';
import type { Answer, CallOptions, RepeatableCallOptions } from './client-options.js';
import { after, eachFrom } from './pages.js';
import type { Send } from './send.js';

/** A deleted user, by your own id or by ours. */
export type DeletedUser = { readonly user_id: string } | { readonly client_user_id: string };

/** The calls for users and what they have connected. */
export interface UserCalls {
  /** Makes a user. Rejects with the `errorType` `already_exists` if the `client_user_id` is taken (spec 7). */
  createUser(body: BodyOf<typeof createUser>, call?: RepeatableCallOptions): Answer<typeof createUser>;
  /** Reads one of your users, and what they have connected. */
  readUser(userId: string, call?: CallOptions): Answer<typeof readUser>;
  /** A page of your users, the oldest first (spec 4.5). */
  listUsers(query?: QueryOf<typeof listUsers>, call?: CallOptions): Answer<typeof listUsers>;
  /** All your users; reads each page as you need it: `for await (const user of client.users())`. */
  users(call?: CallOptions): AsyncGenerator<User, void, undefined>;
  /** Deletes a user. This can be undone for 7 days. */
  deleteUser(userId: string, call?: CallOptions): Answer<typeof deleteUser>;
  /** Brings a deleted user back, without the connections (spec 4.6). */
  undoDeleteUser(user: DeletedUser, call?: RepeatableCallOptions): Answer<typeof undoDeleteUser>;
  /** Everything that the service knows about a user, in one document, which is held in memory as a whole. Takes up to 60 s. */
  exportUser(userId: string, call?: CallOptions): Answer<typeof exportUser>;
  /** Attaches an insurance record to a user (spec 4.1). */
  createInsurance(
    userId: string,
    body: BodyOf<typeof createInsurance>,
    call?: RepeatableCallOptions,
  ): Answer<typeof createInsurance>;
  /** Ends the connection of a user with a provider. */
  disconnectProvider(userId: string, provider: string, call?: CallOptions): Answer<typeof disconnectProvider>;
  /** The providers that a user has connected (spec 4.2). */
  listUserProviders(userId: string, call?: CallOptions): Answer<typeof listUserProviders>;
}

export function userCalls(send: Send): UserCalls {
  return {
    createUser: (body, call) => send(createUser, { body, ...call }),
    readUser: (userId, call) => send(readUser, { params: { user_id: userId }, ...call }),
    listUsers: (query = {}, call) => send(listUsers, { query, ...call }),
    users: (call) =>
      eachFrom(async (from: { next_cursor: string } | { offset: number } | undefined) => {
        const query = { ...from, limit: 500 };
        const { users, offset, next_cursor } = await send(listUsers, { query, ...call });
        return after(users, next_cursor, { offset: offset + users.length });
      }),
    deleteUser: (userId, call) => send(deleteUser, { params: { user_id: userId }, ...call }),
    undoDeleteUser: (user, call) => send(undoDeleteUser, { body: user, ...call }),
    exportUser: (userId, call) => send(exportUser, { params: { user_id: userId }, ...call }),
    createInsurance: (userId, body, call) =>
      send(createInsurance, { params: { user_id: userId }, body, ...call }),
    disconnectProvider: (userId, provider, call) =>
      send(disconnectProvider, { params: { user_id: userId, provider }, ...call }),
    listUserProviders: (userId, call) => send(listUserProviders, { params: { user_id: userId }, ...call }),
  };
}
