// New data of a provider that is not asked for days: notices have named where it is, and it is fetched there with the person's token.
import * as z from 'zod/mini';
import type { Adapter, Api, Failure } from '../adapters/index.js';
import { transact, type Tx } from '../db/index.js';
import { againAt, ProviderFailure } from '../provider-http/index.js';
import { lockConnection, type PulledConnection } from '../pulls/index.js';
import { after } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { takeGranted } from './granted.js';
import { putOffLook, retryWait, setNext } from './look.js';
import {
  dueOffers,
  type KnownOffer,
  longerWait,
  misreadWait,
  nextOfferAt,
  putOffOffer,
  takeOffer,
} from './offer-rows.js';
import { storeOffered, tellComplete } from './store-offered.js';

/** Seconds between two looks without an offer: they learn what is still granted, and tell of days that are over. */
const secondsBetween = 6 * 3600;

/**
 * Fetches what was offered of a connection whose look is due, or, if nothing was, asks what is still granted. Returns whether another
 * step may follow. `now` is real time.
 */
export async function stepOffers(
  deps: FetchDeps,
  adapter: Adapter,
  connection: PulledConnection,
  now: Date,
): Promise<boolean> {
  try {
    const offers = await dueOffers(deps.db, deps.secrets, connection.id, now);
    if (offers.length === 0) await lookAtGrant(deps, adapter, connection);
    const isAway = await fetchOffers(deps, adapter, connection, offers, now);
    const earliest = isAway ? after(now, retryWait) : now;
    await transact(deps.db, (tx) => endLook(tx, deps, connection, now, earliest));
    return !isAway;
  } catch (error) {
    await putOffLook(deps, connection, error, now);
    return false;
  }
}

async function lookAtGrant(
  deps: FetchDeps,
  { signIn }: Adapter,
  connection: PulledConnection,
): Promise<void> {
  if (signIn.type !== 'oauth' || !signIn.readGranted) return;
  const granted = await deps.ask(connection, 'days', (api) => asWhole(() => signIn.readGranted?.(api)));
  if (granted) await takeGranted(deps, connection, granted);
}

/** Who may not even ask what is granted has no access any more. */
async function asWhole<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof z.core.$ZodError) throw new ProviderFailure(notUnderstood);
    if (!(error instanceof ProviderFailure) || error.failure.kind !== 'scope') throw error;
    throw new ProviderFailure({ ...error.failure, kind: 'token', errorType: 'provider_credential_error' });
  }
}

const notUnderstood = {
  kind: 'later',
  errorType: 'provider_answer_unexpected',
  message: 'The provider did not say what is granted.',
} as const;

/** So many that fail one after the other, and none that does not, are taken for a provider that is away. */
const mostFailing = 3;

/** Fetches them one after the other. Returns whether the provider seems to be away, and the rest is better fetched later. */
async function fetchOffers(
  deps: FetchDeps,
  adapter: Adapter,
  connection: PulledConnection,
  offers: readonly KnownOffer[],
  now: Date,
): Promise<boolean> {
  let failing = 0;
  let isThere = false;
  for (const offer of offers) {
    if (await fetchOffer(deps, adapter, connection, offer, now)) isThere = true;
    else if (++failing >= mostFailing && !isThere) return true;
  }
  return failing > 0 && !isThere;
}

/** Fetches and stores one. Returns false if the provider did not give it just now: then it waits, and others go on. */
async function fetchOffer(
  deps: FetchDeps,
  adapter: Adapter,
  connection: PulledConnection,
  offer: KnownOffer,
  now: Date,
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
    const body = await deps.ask(connection, 'days', (api: Api) => api.send({ to: offer.to }));
    const { records, misfits = [] } = collection.read(body, context);
    for (const misfit of new Set(misfits))
      log.warn(
        { provider, misfit: `${offer.collection}: ${misfit}` },
        'records of a provider that do not fit were left out',
      );
    await transact(db, (tx) => storeOffered(tx, deps, { adapter, connection, offer, records, now }));
  } catch (error) {
    if (error instanceof z.core.$ZodError) {
      // Places and kinds only: the values are of a person.
      for (const { path, code } of error.issues)
        log.warn(
          { provider, misfit: `${offer.collection}: ${path.join('.')} ${code}` },
          'a provider answered in a way that is not understood',
        );
      await putOffOffer(db, offer, after(now, misreadWait));
      return true;
    }
    if (!(error instanceof ProviderFailure)) throw error;
    const { failure } = error;
    const isLater = failure.kind === 'later' && !concernsAll(failure);
    if (!isLater && !concernsOne.has(failure.kind)) throw error;
    log.warn({ provider, error_type: failure.errorType }, 'what a provider offered could not be had');
    if (isLater) await putOffOffer(db, offer, againAt(failure, longerWait(offer, now)));
    else if (failure.kind === 'schema') await putOffOffer(db, offer, after(now, misreadWait));
    else await takeOffer(db, offer);
    return !isLater;
  }
  return true;
}

/** Failures of one offer, with which others can still be had. */
const concernsOne: ReadonlySet<string> = new Set(['scope', 'permanent', 'schema']);
/** Whether it is a wait that others have too: of a limit, or our own. */
const concernsAll = ({ errorType, isOurs }: Failure): boolean =>
  errorType === 'rate_limited' || isOurs === true;
const anyTime = { from: '0000-00-00', until: '9999-99-99' };

/** Tells what is complete by now, and says when to look again: as soon as there is more, but not before `earliest`. */
async function endLook(
  tx: Tx,
  deps: FetchDeps,
  connection: PulledConnection,
  now: Date,
  earliest: Date,
): Promise<void> {
  // Whoever stores an offer has it locked too, so that none is left waiting.
  const locked = await lockConnection(tx, connection.id);
  if (!locked || locked.grant_id !== connection.grant_id) return;
  await tellComplete(tx, deps, locked, now);
  const usual = after(now, secondsBetween);
  const next = await nextOfferAt(tx, connection.id);
  const wanted = next && next < usual ? next : usual;
  await setNext(tx, connection, wanted > earliest ? wanted : earliest);
}
