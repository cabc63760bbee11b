import type { WebhookDelivery } from 'svc-link/contract';

/** A page of a list of deliveries, the latest first. */
export interface DeliveryPage {
  readonly data: readonly WebhookDelivery[];
  readonly next_cursor: string | null;
}

/**
 * The deliveries that the person sent again here. Owns which they are and what was
 * announced about them. Does not own the list that is shown, nor its requests.
 */
export class SentAgain {
  /** How many attempts each delivery had before. */
  readonly #attempts = new Map<string, number>();
  /** The deliveries whose result is still to be announced. */
  readonly #awaited = new Set<string>();
  /** The deliveries that stay in the list although their status does not match the filter any more. */
  readonly #kept = new Set<string>();

  add({ id, attempts }: WebhookDelivery, { isAwaited }: { readonly isAwaited: boolean }): void {
    this.#attempts.set(id, attempts);
    this.#kept.add(id);
    if (isAwaited) this.#awaited.add(id);
  }

  /** Called when the person looks at another list. */
  letGo(): void {
    this.#kept.clear();
  }

  /** Whether a delivery has no result yet. */
  isUnderWay({ id, status, attempts }: WebhookDelivery): boolean {
    return status === 'pending' && this.#attempts.get(id) === attempts;
  }

  keptOf(shown: readonly WebhookDelivery[]): readonly WebhookDelivery[] {
    return shown.filter(({ id }) => this.#kept.has(id));
  }

  /** What to announce about the awaited deliveries, once for each. */
  news(shown: readonly WebhookDelivery[]): string {
    const ended = shown.filter((each) => this.#awaited.has(each.id) && !this.isUnderWay(each));
    for (const { id } of ended) this.#awaited.delete(id);
    return ended.map(outcome).join(' ');
  }
}

function outcome({ event_type, status }: WebhookDelivery): string {
  if (status === 'success') return `${event_type} arrived.`;
  return status === 'failed'
    ? `${event_type} failed again.`
    : `${event_type} did not arrive. It is tried again later.`;
}

/** How many pages of a list are read at most, because this happens every two seconds. */
const mostPages = 4;

/**
 * The latest deliveries of a list, together with earlier ones back to the oldest kept row, which the list must decide
 * about.
 */
export async function backToKept(
  kept: readonly WebhookDelivery[],
  read: (cursor: string | null) => Promise<DeliveryPage>,
): Promise<DeliveryPage> {
  const oldest = kept.filter(({ status }) => status === 'pending').at(-1);
  let list = await read(null);
  for (let pages = 1; pages < mostPages && oldest && !reaches(list, oldest); pages++) {
    const { data, next_cursor } = await read(list.next_cursor);
    list = { data: [...list.data, ...data], next_cursor };
  }
  return list;
}

/**
 * A list of one status, together with the kept rows in their current state. The waiting deliveries were read before the
 * failed ones, so a row that is in neither list has arrived. If the lists do not reach back to a row, its state is not
 * known:
 * it leaves the list, or it would be shown as being sent for ever.
 */
export function withKept(
  list: readonly WebhookDelivery[],
  kept: readonly WebhookDelivery[],
  waiting: DeliveryPage,
  failed: DeliveryPage,
): readonly WebhookDelivery[] {
  const gone = kept.filter(({ id }) => !list.some((each) => each.id === id));
  const now = gone.flatMap((row) => {
    const isIt = ({ id }: WebhookDelivery) => id === row.id;
    const known = waiting.data.find(isIt) ?? failed.data.find(isIt);
    if (known) return known;
    if (row.status !== 'pending') return row;
    return reaches(waiting, row) && reaches(failed, row) ? arrived(row) : [];
  });
  return [...list, ...now].sort(
    (a, b) => b.created_on.localeCompare(a.created_on) || b.id.localeCompare(a.id),
  );
}

/** The lists do not contain the answer to this attempt, and the known answer belongs to an earlier attempt. */
const arrived = (row: WebhookDelivery): WebhookDelivery => ({
  ...row,
  status: 'success',
  attempts: row.attempts + 1,
  response_status: null,
  error: null,
  next_attempt_at: null,
});

const reaches = ({ data, next_cursor }: DeliveryPage, { created_on }: WebhookDelivery): boolean =>
  next_cursor === null || (data.at(-1)?.created_on ?? created_on) < created_on;
