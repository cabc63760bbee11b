// A proxy in front of PostgreSQL that causes the faults of distributed engines and
// failovers: conflicts, lost connections, delays. Of the wire protocol it only knows
// where a message ends and whether a transaction is open. It passes on everything else.
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface FaultOptions {
  /** The same seed gives the same faults, if connections and statements come in the same order. */
  readonly seed: number;
  /** The share of statements that meet a fault. */
  readonly share: number;
  /**
   * `hidden`: connections are lost only if nothing can have been stored: in a transaction before its COMMIT, and at
   * reads. `repeatable`: also at the COMMIT of a `repeated` transaction, before it or after it. `all`: anywhere.
   */
  readonly losses: 'hidden' | 'repeatable' | 'all';
  /** If the outcome of a transaction with such a statement is unknown, its caller does it again. */
  readonly repeated?: RegExp;
  /** Is called with each statement and the number of its connection. */
  readonly watch?: (text: string, connection: number) => void;
}

/**
 * `unknown`: the connection stays open, and the server says that it does not
 * know whether the statement was done (40003), as distributed engines do.
 */
export type Fault =
  | 'conflict'
  | 'deadlock'
  | 'lost before'
  | 'lost after'
  | 'unknown undone'
  | 'unknown done'
  | 'delay';

export interface FaultProxy {
  readonly url: string;
  /** How often each fault has happened. */
  readonly counts: Readonly<Record<Fault, number>>;
  readonly statements: number;
  /** How often the outcome of a `repeated` transaction was unknown. */
  readonly doubts: number;
  /** Changes the options from now on, for example to a share of 0. */
  set(options: Partial<FaultOptions>): void;
  /** The next statement that matches `like` meets the fault. */
  next(like: RegExp, fault: Fault): void;
  /** The COMMIT of the next transaction with a statement that matches `like` meets the fault. */
  nextCommitOf(like: RegExp, fault: Fault): void;
  close(): Promise<void>;
}

const longestDelay = 30;
/**
 * How much more often the COMMIT of a `repeated` transaction meets a fault than
 * other statements do. There are few of them, and each is a case of its own.
 */
const oftener = 4;
/** After these faults nobody knows whether a statement was done. */
export const inDoubt = ['lost before', 'lost after', 'unknown undone', 'unknown done'] as const;
const port = '.s.PGSQL.5432';
/** Makes the server itself answer with an error, so that the transaction is in the state that a conflict leaves. */
const raise = (state: string): string =>
  `do $$ begin raise exception 'an error that was made up' using errcode = '${state}'; end $$`;
const raised: Partial<Record<Fault, string>> = {
  conflict: raise('40001'),
  deadlock: raise('40P01'),
  'unknown undone': raise('40003'),
};
const letters = {
  ...{ query: 0x51, parse: 0x50, sync: 0x53 },
  ...{ readyForQuery: 0x5a, commandComplete: 0x43 },
};

/** Starts a proxy in front of a server that listens on a socket. The host of its address is the socket's folder. */
export async function startFaultProxy(url: string, options: FaultOptions): Promise<FaultProxy> {
  const address = new URL(url);
  const server = join(address.searchParams.get('host') ?? '', port);
  const folder = mkdtempSync(join(tmpdir(), 'svc-faults-'));
  address.searchParams.set('host', folder);

  const counts: Record<Fault, number> = {
    ...{ conflict: 0, deadlock: 0, 'lost before': 0, 'lost after': 0 },
    ...{ 'unknown undone': 0, 'unknown done': 0, delay: 0 },
  };
  const now = { ...options };
  let [statements, doubts, connections] = [0, 0, 0];
  const open = new Set<Socket>();
  const planned: { readonly like: RegExp; readonly fault: Fault; readonly atCommit: boolean }[] = [];

  const listener = createServer((client) => {
    const upstream = createConnection(server);
    const connection = ++connections;
    const random = randomOf(now.seed + connection);
    for (const socket of [client, upstream]) {
      open.add(socket);
      // A socket that is destroyed on purpose.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }

    let state = 'I';
    /** The statements of the open transaction. */
    let sent: string[] = [];
    let loseAtAnswer = false;
    let doubtAnswer = false;
    const readAnswers = framesOf(false, (frame) => {
      const letter = frame[0];
      if (letter === letters.readyForQuery) state = String.fromCharCode(frame[5] ?? 0);
      if (loseAtAnswer) {
        if (letter === letters.readyForQuery) client.destroy();
      } else if (doubtAnswer && letter === letters.commandComplete) {
        doubtAnswer = false;
        client.write(unknownDone);
      } else client.write(frame);
    });
    upstream.on('data', readAnswers);

    const doubtful = (): Fault | undefined => inDoubt[Math.floor(random() * inDoubt.length)];
    const choose = (text: string): Fault | undefined => {
      statements++;
      now.watch?.(text, connection);
      if (state === 'I') sent = [];
      sent.push(text);
      const isEnd = isCommit(text);
      const includes = (like: RegExp): boolean => sent.some((each) => like.test(each));
      const at = planned.findIndex(({ like, atCommit }) =>
        atCommit ? isEnd && includes(like) : like.test(text),
      );
      if (at >= 0) return planned.splice(at, 1)[0]?.fault;
      if (state === 'E' || /^\s*rollback/i.test(text)) return undefined;
      const isRepeated = now.losses === 'repeatable' && isEnd && now.repeated && includes(now.repeated);
      if (isRepeated && random() < now.share * oftener) {
        doubts++;
        return doubtful();
      }
      if (random() >= now.share) return undefined;
      const kind = random();
      if (kind < 0.5) return kind < 0.35 ? 'conflict' : 'deadlock';
      if (kind < 0.75) return 'delay';
      if (canBeHidden(text, state)) return kind < 0.875 ? 'lost before' : 'lost after';
      return now.losses === 'all' ? doubtful() : 'delay';
    };
    const send = async (text: string, frames: readonly Buffer[]): Promise<void> => {
      const fault = choose(text);
      if (fault) counts[fault]++;
      if (fault === 'delay') await wait(random() * longestDelay);
      if (fault === 'lost before') {
        client.destroy();
        return;
      }
      loseAtAnswer ||= fault === 'lost after';
      doubtAnswer ||= fault === 'unknown done';
      const error = fault && raised[fault];
      upstream.write(error ? query(isCommit(text) ? `rollback; ${error}` : error) : Buffer.concat(frames));
    };

    // A statement with values consists of several messages, and Sync ends them.
    let text = '';
    let frames: Buffer[] = [];
    let sending = Promise.resolve();
    const readStatements = framesOf(true, (frame) => {
      const letter = frame[0];
      if (letter === letters.query) text = textAt(frame, 5);
      if (letter === letters.parse) text = textAt(frame, frame.indexOf(0, 5) + 1);
      frames.push(frame);
      // The first message of a connection has no letter, and nothing answers its last one.
      const ends = text === '' || letter === letters.query || letter === letters.sync;
      if (!ends) return;
      const [whole, of] = [frames, text];
      [frames, text] = [[], ''];
      sending = sending.then(() => (of === '' ? void upstream.write(Buffer.concat(whole)) : send(of, whole)));
    });
    client.on('data', readStatements);
  });
  await new Promise<void>((resolve) => listener.listen(join(folder, port), resolve));

  return {
    url: address.href,
    counts,
    get statements() {
      return statements;
    },
    get doubts() {
      return doubts;
    },
    set: (options) => void Object.assign(now, options),
    next: (like, fault) => void planned.push({ like, fault, atCommit: false }),
    nextCommitOf: (like, fault) => void planned.push({ like, fault, atCommit: true }),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isCommit = (text: string): boolean => /^\s*commit\b/i.test(text);

/** Whether the sender of this statement can know, when the connection is lost, that nothing was stored. */
const canBeHidden = (text: string, state: string): boolean =>
  !/\bcommit\b/i.test(text) && (state === 'T' || /^\s*(?:select|begin)\b/i.test(text));

function query(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from([letters.query, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** The answer of a server that has done a statement but does not know it. */
const unknownDone = ((): Buffer => {
  const body = Buffer.from('SERROR\0VERROR\0C40003\0Mdone, which nobody knows\0\0');
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
})();

const textAt = (frame: Buffer, start: number): string =>
  frame.toString('utf8', start, frame.indexOf(0, start));

/** Cuts a stream into messages: a letter and a length. A client's first message has no letter. */
function framesOf(isClient: boolean, take: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let letterLength = isClient ? 0 : 1;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= letterLength + 4) {
      const length = letterLength + rest.readInt32BE(letterLength);
      if (rest.length < length) return;
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
      letterLength = 1;
    }
  };
}

/** Numbers from 0 to 1 that depend on a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
