import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Notice, NoticeRequest, Notices } from '../adapters/index.js';
import type { Deps } from '../deps.js';
import { ApiError, countStranger, type Env, inTime, isStorable, whileArriving } from '../http/index.js';
import { findProvider } from '../providers/index.js';
import { findNotified, type NotifiedApplication } from './address.js';
import { takeNotices } from './take-notices.js';

/** Their addresses. The key in it is checked before the body is read. */
export const noticePath = /^\/providers\/[^/]+\/notices\/[^/]+\/?$/;

/** Where real providers send their notices: an address for each application, which only its provider is told. */
export function noticeRoutes(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.on(['GET', 'POST'], '/providers/:slug/notices/:key', async (c) => {
    const adapter = findProvider(c.req.param('slug'))?.adapter;
    const application = adapter && (await findNotified(deps, adapter, c.req.param('key')));
    if (!adapter?.notices || !application) {
      countStranger();
      throw new ApiError(404, 'There is nothing at this address.');
    }
    const { slug, notices } = adapter;
    const request = await whileArriving(c, `${slug} ${application.name ?? ''}`, () => readRequest(c));
    const challenge = notices.challenge?.(request, application.secrets.at(-1) ?? null);
    // A `Response` of its own, because the provider says which status it wants.
    if (challenge)
      return new Response(challenge.body, {
        status: challenge.status ?? 200,
        headers: { 'content-type': challenge.type },
      });

    // Not the sandbox clock: what is signed is real time.
    const now = new Date();
    const proof = proofOf(notices, request, application, now);
    if (proof === 'forged') {
      countStranger();
      throw new ApiError(401, 'This is not signed with the secret of the notices.');
    }
    const received = read(deps, slug, notices, request);
    // Whoever cannot prove that an access has ended has it looked at, and the provider's answer proves it.
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
  });

  return app;
}

async function readRequest(c: Context<Env>): Promise<NoticeRequest> {
  const bytes = await inTime(c.req.arrayBuffer());
  const { method, headers, url } = c.req.raw;
  try {
    // A mark at the beginning is signed too.
    const body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { method, headers, query: new URL(url).searchParams, body };
  } catch {
    throw new ApiError(400, 'The body is not UTF-8.');
  }
}

/** Of several secrets each is tried, as any of them may be the present one. */
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
  try {
    const received = notices.read(request);
    if (received.every(({ account }) => isStorable(account))) return received;
    log.warn({ provider }, 'a notice names an account that cannot be');
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    // Places and kinds only: the values are of a person.
    const misfits = error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
    log.warn({ provider, misfits }, 'a notice is not as documented');
  }
  throw new ApiError(400, 'The body is not as the provider documents it.');
}
