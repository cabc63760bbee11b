// A proxy before PostgreSQL that makes trouble as distributed engines and failovers do: conflicts, lost connections, delays.
// It knows of the wire protocol where a message ends and whether a transaction is open, and passes the rest through.
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface FaultOptions {
  /** The same seed and the same order of connections and statements give the same faults. */
  readonly seed: number;
  /** The part of all statements that meet a fault. */
  readonly share: number;
  /**
   * `hidden`: connections are lost only where nothing can have been stored: in a transaction before its COMMIT, and at
   * reads. `all`: anywhere, before the statement or after it.
   */
  readonly losses: 'hidden' | 'all';
}

export type Fault = 'conflict' | 'lost before' | 'lost after' | 'delay';

export interface FaultProxy {
  readonly url: string;
  /** How often each has happened. */
  readonly counts: Readonly<Record<Fault, number>>;
  readonly statements: number;
  /** From now on with other options, such as a share of 0. */
  set(options: Partial<FaultOptions>): void;
  /** The next statement that is like this meets the fault. */
  next(like: RegExp, fault: Fault): void;
  close(): Promise<void>;
}

const longestDelay = 30;
const port = '.s.PGSQL.5432';
/** What the server itself answers to, with the state of the transaction that a conflict leaves behind. */
const raise = `do $$ begin raise exception 'a conflict that was made up' using errcode = '40001'; end $$`;
const letters = { query: 0x51, parse: 0x50, sync: 0x53, readyForQuery: 0x5a };

/** Starts a proxy before the server of an address whose host is the folder of a socket. */
export async function startFaultProxy(url: string, options: FaultOptions): Promise<FaultProxy> {
  const address = new URL(url);
  const server = join(address.searchParams.get('host') ?? '', port);
  const folder = mkdtempSync(join(tmpdir(), 'svc-faults-'));
  address.searchParams.set('host', folder);

  const counts = { conflict: 0, 'lost before': 0, 'lost after': 0, delay: 0 };
  const now = { ...options };
  let statements = 0;
  let connections = 0;
  const open = new Set<Socket>();
  let planned: { readonly like: RegExp; readonly fault: Fault } | undefined;

  const listener = createServer((client) => {
    const upstream = createConnection(server);
    const random = randomOf(now.seed + ++connections);
    for (const socket of [client, upstream]) {
      open.add(socket);
      // One that is destroyed on purpose.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }

    let state = 'I';
    let loseAtAnswer = false;
    const readAnswers = framesOf(false, (frame) => {
      if (frame[0] === letters.readyForQuery) state = String.fromCharCode(frame[5] ?? 0);
      if (!loseAtAnswer) client.write(frame);
      else if (frame[0] === letters.readyForQuery) client.destroy();
    });
    upstream.on('data', readAnswers);

    const choose = (text: string): Fault | undefined => {
      statements++;
      if (planned?.like.test(text)) {
        const { fault } = planned;
        planned = undefined;
        return fault;
      }
      if (random() >= now.share || state === 'E' || /^\s*rollback/i.test(text)) return undefined;
      const kind = random();
      if (kind < 0.5) return 'conflict';
      if (kind < 0.75 || !(now.losses === 'all' || canBeHidden(text, state))) return 'delay';
      return kind < 0.875 ? 'lost before' : 'lost after';
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
      if (fault === 'conflict')
        upstream.write(query(/^\s*commit/i.test(text) ? `rollback; ${raise}` : raise));
      else upstream.write(Buffer.concat(frames));
    };

    // A statement with values is several messages, which end with Sync.
    let text = '';
    let frames: Buffer[] = [];
    let sending = Promise.resolve();
    const readStatements = framesOf(true, (frame) => {
      const letter = frame[0];
      if (letter === letters.query) text = textAt(frame, 5);
      if (letter === letters.parse) text = textAt(frame, frame.indexOf(0, 5) + 1);
      frames.push(frame);
      // The start of a connection has no letter, and its end no answer.
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
    set: (options) => void Object.assign(now, options),
    next: (like, fault) => void (planned = { like, fault }),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether whoever sent this can know that nothing was stored when the connection is lost. */
const canBeHidden = (text: string, state: string): boolean =>
  !/\bcommit\b/i.test(text) && (state === 'T' || /^\s*(?:select|begin)\b/i.test(text));

function query(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from([letters.query, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

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

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
