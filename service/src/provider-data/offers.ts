// New data from a provider that is not asked for days: notices say where it is, and it is fetched there with the person's
// token.
import * as z from 'zod/mini';
import type { Adapter, Api, Failure } from '../adapters/index.js';
import { readableOf } from '../connections/index.js';
import { transact, type Tx } from '../db/index.js';
import { againAt, ProviderFailure } from '../provider-http/index.js';
import { countMisfit } from '../metrics/index.js';
import { lockConnection, type PulledConnection, readConnection } from '../pulls/index.js';
import { after, once } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { askGrantedAt, lookAtGrant } from './look-at-grant.js';
import { putOffLook, retryWait, setNext } from './look.js';
import {
  dueOffers,
  type KnownOffer,
  longerWait,
  keepMisread,
  nextOfferAt,
  putOffOffer,
  takeOffer,
} from './offer-rows.js';
import { storeOffered, tellComplete } from './store-offered.js';

/** Seconds between two looks without an offer. These looks report the days that are over. */
const secondsBetween = 6 * 3600;

/**
 * Fetches the offers of a connection whose look is due, and asks what is still granted if that is due. Returns whether
 * another step may follow. `now` is real time.
 */
export async function stepOffers(
  deps: FetchDeps,
  adapter: Adapter,
  connection: PulledConnection,
  now: Date,
): Promise<boolean> {
  try {
    const offers = await dueOffers(deps, connection.id, now);
    const isAway = await fetchOffers(deps, adapter, connection, offers, now);
    const askAt = await askGrantedAt(deps.db, connection);
    if (!isAway && (askAt === null || askAt <= now)) await lookAtGrant(deps, adapter, connection, now);
    const earliest = isAway ? after(now, retryWait) : now;
    await transact(deps.db, (tx) => endLook(tx, deps, connection, now, earliest));
    return !isAway;
  } catch (error) {
    await putOffLook(deps, connection, error, now);
    return false;
  }
}

/** If this many offers in a row fail and none succeeds, the provider is taken for away. */
const mostFailing = 3;

/**
 * Fetches the offers one after the other. Returns true if the provider seems to be away, so that the rest is better fetched
 * later.
 */
async function fetchOffers(
  deps: FetchDeps,
  adapter: Adapter,
  connection: PulledConnection,
  offers: readonly KnownOffer[],
  now: Date,
): Promise<boolean> {
  const ask = once(() => lookAtGrant(deps, adapter, connection, now));
  let failing = 0;
  let isThere = false;
  for (const offer of offers) {
    if (await fetchOffer(deps, { adapter, connection, offer, ask, now })) isThere = true;
    else if (++failing >= mostFailing && !isThere) return true;
  }
  return failing > 0 && !isThere;
}

interface Offered {
  readonly adapter: Adapter;
  readonly connection: PulledConnection;
  readonly offer: KnownOffer;
  /** Asks what is granted, at most once however often it is called. */
  readonly ask: () => Promise<void>;
  readonly now: Date;
}

/**
 * Fetches and stores one offer. Returns false if the provider did not
 * give the data now: then this offer waits, and others are fetched.
 */
async function fetchOffer(
  deps: FetchDeps,
  { adapter, connection, offer, ask, now }: Offered,
): Promise<boolean> {
  const { db, log } = deps;
  const { slug: provider } = adapter;
  const collection = adapter.collections[offer.collection];
  if (!collection) {
    await takeOffer(db, offer);
    return true;
  }
  const context = { window: anyTime, account: connection.provider_account, cursor: null };
  try {
    if (!(await isReadable(deps, { adapter, connection, offer, ask }))) {
      await takeOffer(db, offer);
      return true;
    }
    const body = await deps.ask(connection, 'days', (api: Api) => api.send({ to: offer.to }));
    const { records, misfits = [] } = collection.read(body, context);
    if (misfits.length > 0) countMisfit(provider, 'record', connection.id);
    for (const misfit of new Set(misfits))
      log.warn(
        { provider, misfit: `${offer.collection}: ${misfit}` },
        'records of a provider that do not fit were left out',
      );
    await transact(db, (tx) => storeOffered(tx, deps, { adapter, connection, offer, records, now }));
  } catch (error) {
    if (error instanceof z.core.$ZodError) {
      countMisfit(provider, 'answer', connection.id);
      // Only places and kinds are logged: the values are a person's data.
      for (const { path, code } of error.issues)
        log.warn(
          { provider, misfit: `${offer.collection}: ${path.join('.')} ${code}` },
          'a provider answered in a way that is not understood',
        );
      await keepMisread(db, connection.id, offer, now);
      return true;
    }
    if (!(error instanceof ProviderFailure)) throw error;
    const { failure } = error;
    const isLater = failure.kind === 'later' && !concernsAll(failure);
    if (!isLater && !concernsOne.has(failure.kind)) throw error;
    log.warn({ provider, error_type: failure.errorType }, 'what a provider offered could not be had');
    if (isLater) await putOffOffer(db, offer, againAt(failure, longerWait(offer, now)));
    else if (failure.kind === 'schema') {
      countMisfit(provider, 'answer', connection.id);
      await keepMisread(db, connection.id, offer, now);
    } else await takeOffer(db, offer);
    return !isLater;
  }
  return true;
}

/** Whether any resource is made from an offer. If nothing is granted for it, asks once whether that has changed. */
async function isReadable(
  { db }: FetchDeps,
  { adapter, connection, offer, ask }: Omit<Offered, 'now'>,
): Promise<boolean> {
  const isRead = (by: PulledConnection): boolean =>
    readableOf(by).some((resource) => adapter.resources[resource]?.from.includes(offer.collection));
  if (isRead(connection)) return true;
  await ask();
  // A connection that is paused by now keeps the offer.
  const present = await readConnection(db, connection.id);
  return present === undefined || isRead(present);
}

/** Failures that concern one offer only, so that others can still be fetched. */
const concernsOne: ReadonlySet<string> = new Set(['scope', 'permanent', 'schema']);
/** Whether other offers must wait too: for a limit, or for a wait that is ours. */
const concernsAll = ({ errorType, isOurs }: Failure): boolean =>
  errorType === 'rate_limited' || isOurs === true;
const anyTime = { from: '0000-00-00', until: '9999-99-99' };

/**
 * Reports the days that are complete by now, and sets the next look: as soon as there is more, but not before `earliest`.
 */
async function endLook(
  tx: Tx,
  deps: FetchDeps,
  connection: PulledConnection,
  now: Date,
  earliest: Date,
): Promise<void> {
  // Storing an offer takes this lock too, so that no offer is left waiting.
  const locked = await lockConnection(tx, connection.id);
  if (!locked || locked.grant_id !== connection.grant_id) return;
  await tellComplete(tx, deps, locked, now);
  const usual = after(now, secondsBetween);
  const wanted = [await nextOfferAt(tx, connection.id), await askGrantedAt(tx, connection)].reduce<Date>(
    (first, each) => (each && each < first ? each : first),
    usual,
  );
  await setNext(tx, connection, wanted > earliest ? wanted : earliest);
}
