import type { Notice } from '../adapters/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { after } from '../work/index.js';
import { storeOffers } from './store-offers.js';
import { hintPause, takeHints } from './take-hints.js';

interface Told {
  readonly isProved: boolean;
  readonly now: Date;
}

/**
 * Makes offered data be fetched at once, and asks what is granted if a notice reports anything else. Each grant has its own
 * transaction, so that a notice about many people locks none of them for long, and two notices about the same people do not
 * wait for each other.
 */
export async function takeOffers(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  grants: readonly { readonly id: string; readonly account: string }[],
  notices: readonly Notice[],
  { isProved, now }: Told,
): Promise<void> {
  const ofAccount = new Map<string, Notice[]>();
  for (const notice of notices) {
    const others = ofAccount.get(notice.account);
    if (others) others.push(notice);
    else ofAccount.set(notice.account, [notice]);
  }
  const told = grants.map(({ id, account }) => {
    const all = ofAccount.get(account) ?? [];
    return { id, offers: all.flatMap(({ offer }) => offer ?? []), asks: all.some(({ offer }) => !offer) };
  });
  const asking = told.flatMap(({ id, asks }) => (asks ? id : []));
  const due = isProved ? new Set(asking) : await takeHints(db, asking);
  for (const { id, offers, asks } of told) {
    // A hint that has no effect now is followed later.
    const askAt = due.has(id) ? now : after(now, hintPause);
    await transact(db, async (tx) => {
      // The grant is locked before its connections, here and everywhere else.
      if (asks)
        await tx
          .updateTable('provider_grant')
          .set({ ask_granted_at: askAt })
          .where('id', '=', id)
          .where('ask_granted_at', '>', askAt)
          .execute();
      await storeOffers(tx, secrets, id, offers, now);
      // Each offer is fetched once, within the limits of the provider and the number that may wait.
      const from = offers.length > 0 ? now : askAt;
      await tx
        .updateTable('connection')
        .set({ next_pull_at: from })
        .where('grant_id', '=', id)
        .where('status', '=', 'connected')
        .where('next_pull_at', '>', from)
        .execute();
    });
  }
}
