// New data of a provider that is not asked for days: notices have named where it is, and it is fetched there with the person's token.
import * as z from 'zod/mini';
import type { Adapter, Api } from '../adapters/index.js';
import { transact, type Tx } from '../db/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import { lockConnection, type PulledConnection } from '../pulls/index.js';
import { after } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { takeGranted } from './granted.js';
import { putOffLook, setNext } from './look.js';
import { dueOffers, type KnownOffer, nextOfferAt, putOffOffer, takeOffer } from './offer-rows.js';
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
    for (const offer of offers) await fetchOffer(deps, adapter, connection, offer, now);
    await transact(deps.db, (tx) => endLook(tx, deps, connection, now));
    return true;
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

async function fetchOffer(
  deps: FetchDeps,
  adapter: Adapter,
  connection: PulledConnection,
  offer: KnownOffer,
  now: Date,
): Promise<void> {
  const { db, log } = deps;
  const { slug: provider } = adapter;
  const collection = adapter.collections[offer.collection];
  if (!collection) {
    await takeOffer(db, offer);
    return;
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
      await putOffOffer(db, offer, now);
      return;
    }
    if (!(error instanceof ProviderFailure) || !concernsOne.has(error.failure.kind)) throw error;
    log.warn({ provider, error_type: error.failure.errorType }, 'what a provider offered could not be had');
    if (error.failure.kind === 'schema') await putOffOffer(db, offer, now);
    else await takeOffer(db, offer);
  }
}

/** Failures of one offer, with which others can still be had. */
const concernsOne: ReadonlySet<string> = new Set(['scope', 'permanent', 'schema']);
const anyTime = { from: '0000-00-00', until: '9999-99-99' };

/** Tells what is complete by now, and says when to look again: as soon as there is more. */
async function endLook(tx: Tx, deps: FetchDeps, connection: PulledConnection, now: Date): Promise<void> {
  // Whoever stores an offer has it locked too, so that none is left waiting.
  const locked = await lockConnection(tx, connection.id);
  if (!locked || locked.grant_id !== connection.grant_id) return;
  await tellComplete(tx, deps, locked, now);
  const usual = after(now, secondsBetween);
  const next = await nextOfferAt(tx, connection.id);
  await setNext(tx, connection, next && next < usual ? next : usual);
}
