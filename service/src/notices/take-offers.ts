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
 * Has what notices offer fetched at once, and asks what is granted where they tell anything else. Each grant by itself, so that a notice
 * of many people holds none of them for long, and two of the same people do not wait for each other.
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
    // A mere hint waits for its turn.
    const askAt = due.has(id) ? now : after(now, hintPause);
    await transact(db, async (tx) => {
      // Before the connections, as wherever both are locked.
      if (asks)
        await tx
          .updateTable('provider_grant')
          .set({ ask_granted_at: askAt })
          .where('id', '=', id)
          .where('ask_granted_at', '>', askAt)
          .execute();
      await storeOffers(tx, secrets, id, offers, now);
      // Each is fetched once, within the limits of the provider and of how many may wait.
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
