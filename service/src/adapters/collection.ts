// What is requested from a provider, and how its records become items of the interface.
import type { ApiRequest } from './api.js';

/** Days from one to another, both included, as YYYY-MM-DD. */
export interface DayWindow {
  readonly from: string;
  readonly until: string;
}

/** The days that a collection's requests can cover. */
export interface Span {
  /** The most days in one request. */
  readonly most: number;
  /** How many days back the provider has data; absent if it has all data since it knows the person. */
  readonly back?: number;
  /**
   * How many extra days are requested on both sides, because the provider divides days differently. Items outside of
   * the wanted window are dropped.
   */
  readonly pad?: number;
  /** How many days back data may still change or arrive late. These days are read again at each look. */
  readonly lag: number;
  /**
   * Set if data that the provider no longer has was not deleted there, but is too old or came before a new link. Stored
   * data is then kept.
   */
  readonly forgets?: true;
}

export interface ReadContext {
  /** The requested days, with padding. */
  readonly window: DayWindow;
  /** The account at the provider. */
  readonly account: string;
}

export interface PageContext extends ReadContext {
  /** The `next` of the page before; null for the first page. */
  readonly cursor: string | null;
}

export interface Page<T> {
  readonly records: readonly T[];
  /** What did not fit in the records that were left out: places and kinds, never values. */
  readonly misfits?: readonly string[];
  /** The cursor for the request of the next page; null after the last page. */
  readonly next: string | null;
}

export interface Collection<T> {
  /** The scopes that the collection needs. It is not requested without them. */
  readonly scopes: readonly string[];
  /** `now`: the collection has no days, and is read in its current state. */
  readonly span: Span | 'now';
  request(context: PageContext): ApiRequest;
  /**
   * Reads a page. A record that differs from the documentation is left out. If no record fits, or the answer around them
   * does not fit, it throws a zod error. Fields that are not needed are not checked.
   */
  read(body: unknown, context: PageContext): Page<T>;
}

export type CollectionShapes = Readonly<Record<string, Collection<unknown>>>;

type RecordOf<C> = C extends Collection<infer T> ? T : never;

/** The records of each collection; empty if its scopes were not granted. */
export type RecordsOf<C extends CollectionShapes> = {
  readonly [Name in keyof C]: readonly RecordOf<C[Name]>[];
};

export interface ItemContext {
  /** The days that are wanted, without padding. */
  readonly window: DayWindow;
  /** The person's IANA time zone, if it is known. */
  readonly timezone: string | null;
}

export interface DayItem {
  /** The person's own day that the item belongs to. */
  readonly day: string;
  /** The provider's id of the record, or the day. The item's own id is made from it and never changes. */
  readonly id: string;
  /** The fields of the contract's summary or sample, without `id`, `user_id` and `source`. */
  readonly item: Readonly<Record<string, unknown>>;
}

/** A kind of data in the interface. */
export interface Resource<C extends CollectionShapes = CollectionShapes> {
  /**
   * The collections that the resource is made from. The first one is necessary; without another one, fields are missing.
   */
  readonly from: readonly (keyof C & string)[];
  /**
   * `required`: scopes without which the resource cannot be read. `optional`: scopes without which it is less complete
   * (spec 2.6).
   */
  readonly scopes: { readonly required: readonly string[]; readonly optional: readonly string[] };
  /** Set if a repeated record may be on another day than before. Only for an adapter that `comesByOffers`. */
  readonly moves?: true;
  /** Pure. The caller drops items outside of the window. If two items have the same id, the last one counts. */
  items(records: RecordsOf<C>, context: ItemContext): readonly DayItem[];
}
