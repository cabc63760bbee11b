import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import type { Adapter, Notice, NoticeRequest, Notices } from '../adapters/index.js';
import type { Deps } from '../deps.js';
import {
  ApiError,
  asItComes,
  countStranger,
  type Env,
  inTime,
  isStorable,
  largestBody,
  whileArriving,
} from '../http/index.js';
import { findProvider } from '../providers/index.js';
import { keyedTurns, turns } from '../work/index.js';
import { findNotified, type NotifiedApplication } from './address.js';
import { takeNotices } from './take-notices.js';

/**
 * The addresses of notices. The key in the path is checked before the body is read, and only then is the body's length
 * limited.
 */
export const noticePath = /^\/providers\/[^/]+\/notices\/[^/]+\/?$/;

/** How many long bodies are in memory at once, each of another application. */
const longBodiesAtOnce = 2;

/** The routes where real providers send their notices: an address for each application, known to its provider only. */
export function noticeRoutes(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();
  const inTurn = turns(longBodiesAtOnce);
  const inTurnOfOne = keyedTurns();

  app.on(['GET', 'POST'], '/providers/:slug/notices/:key', async (c) => {
    const adapter = findProvider(c.req.param('slug'))?.adapter;
    const application = adapter && (await findNotified(deps, adapter, c.req.param('key')));
    if (!adapter?.notices || !application) {
      countStranger();
      throw new ApiError(404, 'There is nothing at this address.');
    }
    const sent = { adapter, notices: adapter.notices, application };
    const caller = `${adapter.slug} ${application.name ?? ''}`;
    return whileArriving(c, caller, (arrived) => {
      const take = () => takeRequest(deps, c, sent, arrived);
      // A request that waits has not been read yet, so it uses no memory here.
      return isLong(c, adapter) ? inTurnOfOne(caller, () => inTurn(take)) : take();
    });
  });

  return app;
}

interface Sent {
  readonly adapter: Adapter;
  readonly notices: Notices;
  readonly application: NotifiedApplication;
}

async function takeRequest(
  deps: Deps,
  c: Context<Env>,
  { adapter, notices, application }: Sent,
  arrived: () => void,
): Promise<Response> {
  const request = await readRequest(c, adapter);
  arrived();
  const challenge = notices.challenge?.(request, application.secrets.at(-1) ?? null);
  // A plain `Response`, because the provider decides which status it wants.
  if (challenge)
    return new Response(challenge.body, {
      status: challenge.status ?? 200,
      headers: { 'content-type': challenge.type },
    });

  // Real time, not the sandbox clock: the signature covers real time.
  const now = new Date();
  const proof = proofOf(notices, request, application, now);
  if (proof === 'forged') {
    countStranger();
    throw new ApiError(401, 'This is not signed with the secret of the notices.');
  }
  const received = read(deps, adapter.slug, notices, request);
  // An unproved end of access only triggers a look, and the provider's answer to that is the proof.
  const isEnd = ({ is }: Notice): boolean => proof === 'signed' && is === 'ended';
  await takeNotices(
    deps,
    {
      adapter,
      application: application.name,
      changed: received.filter((notice) => !isEnd(notice)),
      ended: new Set(received.filter(isEnd).map(({ account }) => account)),
      isProved: proof === 'signed',
    },
    now,
  );
  return c.body(null, 200);
}

const limitTo = (mebibytes: number) =>
  bodyLimit({
    maxSize: mebibytes * 1024 * 1024,
    onError: () => {
      throw new ApiError(413, `The body is larger than ${mebibytes} MiB.`);
    },
  });
const limitUsual = limitTo(1);
/** For providers that send many people's news in one body of up to 10 MB. */
const limitLong = limitTo(16);

/** Whether a body may be longer than those of others. */
const isLong = (c: Context<Env>, { comesByOffers }: Adapter): boolean =>
  comesByOffers === true &&
  (c.req.header('transfer-encoding') !== undefined ||
    Number(c.req.header('content-length') ?? 0) > largestBody);

async function readRequest(c: Context<Env>, adapter: Adapter): Promise<NoticeRequest> {
  const read = (limit: typeof limitUsual) =>
    limit(c, () => Promise.resolve()).then(() => c.req.arrayBuffer());
  const bytes = isLong(c, adapter) ? await asItComes(c, read(limitLong)) : await inTime(read(limitUsual));
  const { method, headers, url } = c.req.raw;
  try {
    // A byte order mark at the beginning is part of what is signed.
    const body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { method, headers, query: new URL(url).searchParams, body };
  } catch {
    throw new ApiError(400, 'The body is not UTF-8.');
  }
}

/** If there are several secrets, each is tried, because any of them may be the current one. */
function proofOf(
  notices: Notices,
  request: NoticeRequest,
  { secrets }: NotifiedApplication,
  now: Date,
): 'signed' | 'hint' | 'forged' {
  if (secrets.length === 0) return notices.verify(request, null, now);
  const proofs = secrets.map((secret) => notices.verify(request, secret, now));
  return (['signed', 'hint'] as const).find((proof) => proofs.includes(proof)) ?? 'forged';
}

function read(
  { log }: Pick<Deps, 'log'>,
  provider: string,
  notices: Notices,
  request: NoticeRequest,
): readonly Notice[] {
  const leftOut = new Set<string>();
  try {
    const received = notices.read(request, (misfit) => leftOut.add(misfit));
    if (leftOut.size > 0)
      log.warn({ provider, misfits: [...leftOut] }, 'entries of a notice that do not fit were left out');
    const known = received.filter(({ account }) => isStorable(account));
    if (known.length < received.length) log.warn({ provider }, 'a notice names an account that cannot be');
    if (known.length > 0 || received.length === 0) return known;
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    // Only places and kinds are logged: the values are a person's data.
    const misfits = error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
    log.warn({ provider, misfits }, 'a notice is not as documented');
  }
  throw new ApiError(400, 'The body is not as the provider documents it.');
}
