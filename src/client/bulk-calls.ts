import {
  bulkExport,
  bulkImport,
  bulkPause,
  listBulkOperations,
  type BodyOf,
  type BulkOperation,
  type QueryOf,
  type ResponseOf,
} from '../contract/index.js';
import { begin, waitForEnd, type Begun, type WaitOptions } from './bulk-operations.js';
import type { Answer, CallOptions, RepeatableCallOptions } from './client-options.js';
import { eachFrom } from './pages.js';
import type { Credential, Send, SendOptions } from './send.js';

/** A connection in an answer of `bulkExport`. */
export type ExportedConnection = ResponseOf<typeof bulkExport>['data'][number];

/** The calls for many connections at once. */
export interface BulkCalls {
  /** Imports connections as one operation. Pass `operation_id` to `waitForBulkOperation` to follow it (spec 4.3). */
  bulkImport(
    body: BodyOf<typeof bulkImport>,
    call?: RepeatableCallOptions,
  ): Promise<Begun<typeof bulkImport>>;
  /** A page of the connections that your users have with a provider (spec 4.4). */
  bulkExport(body: BodyOf<typeof bulkExport>, call?: CallOptions): Answer<typeof bulkExport>;
  /** All these connections; reads each page as you need it: `for await (const connection of client.exportedConnections(…))`. */
  exportedConnections(
    body: Omit<BodyOf<typeof bulkExport>, 'next_token'>,
    call?: CallOptions,
  ): AsyncGenerator<ExportedConnection, void, undefined>;
  /** Pauses the connections of users with a provider. Nothing refreshes them until they are linked or imported again. */
  bulkPause(body: BodyOf<typeof bulkPause>, call?: RepeatableCallOptions): Promise<Begun<typeof bulkPause>>;
  /** A page of your bulk operations, the newest first, or the one with `id`. */
  listBulkOperations(
    query?: QueryOf<typeof listBulkOperations>,
    call?: CallOptions,
  ): Answer<typeof listBulkOperations>;
  /** All your bulk operations that are in progress or ended in the last 30 days, the newest first, a page at a time. */
  bulkOperations(call?: CallOptions): AsyncGenerator<BulkOperation, void, undefined>;
  /**
   * Waits until a bulk operation has ended, however long it takes, and returns it. `onProgress` is called with its progress.
   * While the service is unreachable or overloaded, it keeps trying, and rejects after about five minutes of that.
   */
  waitForBulkOperation(operationId: string, call?: WaitOptions & CallOptions): Promise<BulkOperation>;
}

export function bulkCalls(options: SendOptions, credential: Credential, send: Send): BulkCalls {
  const exportPage: BulkCalls['bulkExport'] = (body, call) => send(bulkExport, { body, ...call });
  const operationsOf: BulkCalls['listBulkOperations'] = (query = {}, call) =>
    send(listBulkOperations, { query, ...call });
  return {
    bulkImport: (body, call) => begin(options, credential, bulkImport, { body, ...call }),
    bulkExport: exportPage,
    exportedConnections: (body, call) =>
      eachFrom(async (next_token) => {
        const page = await exportPage({ ...body, next_token }, call);
        return { items: page.data, next: page.next_token };
      }),
    bulkPause: (body, call) => begin(options, credential, bulkPause, { body, ...call }),
    listBulkOperations: operationsOf,
    bulkOperations: (call) =>
      eachFrom(async (next_cursor) => {
        const query = { page_size: 50, ...(next_cursor && { next_cursor }) };
        const page = await operationsOf(query, call);
        return { items: page.data, next: page.next_cursor };
      }),
    waitForBulkOperation: (operationId, call) =>
      waitForEnd(options, (query) => operationsOf(query, call), operationId, call),
  };
}
