// What is asked of a provider, and how its records become items of the interface.
import type { ApiRequest } from './api.js';

/** Days from one to another, both included, as YYYY-MM-DD. */
export interface DayWindow {
  readonly from: string;
  readonly until: string;
}

/** How far a collection's requests reach. */
export interface Span {
  /** The most days that one request may ask for. */
  readonly most: number;
  /** How many days back the provider has anything; absent if as far as it knows the person. */
  readonly back?: number;
  /**
   * How many days more are asked for on both sides, because the provider cuts days in another way. Items outside of
   * the window that was wanted are dropped.
   */
  readonly pad?: number;
  /** How many days back something may still change or come late, which are read again at each look. */
  readonly lag: number;
  /** Set if what it has no more was not deleted, but is too old, or was there before a new link: what was read of it is then kept. */
  readonly forgets?: true;
}

export interface ReadContext {
  /** With its padding. */
  readonly window: DayWindow;
  /** The account at the provider. */
  readonly account: string;
}

export interface PageContext extends ReadContext {
  /** What the page before said in `next`; null for the first page. */
  readonly cursor: string | null;
}

export interface Page<T> {
  readonly records: readonly T[];
  /** What did not fit of each record that was left out: a place and a kind, never values. */
  readonly misfits?: readonly string[];
  /** What the request of the next page needs; null after the last one. */
  readonly next: string | null;
}

export interface Collection<T> {
  /** Without any of these the collection is not asked for. */
  readonly scopes: readonly string[];
  /** `now`: it has no days, and is read as it is now. */
  readonly span: Span | 'now';
  request(context: PageContext): ApiRequest;
  /**
   * Reads a page. A record that is not as documented is left out; if no record is, or the answer around them is not, it throws a zod
   * error. Fields that nobody needs are not looked at.
   */
  read(body: unknown, context: PageContext): Page<T>;
}

export type CollectionShapes = Readonly<Record<string, Collection<unknown>>>;

type RecordOf<C> = C extends Collection<infer T> ? T : never;

/** What was read of each collection; empty for those whose scopes were not granted. */
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
  /** The person's own day that it belongs to. */
  readonly day: string;
  /** The provider's id of the record, or the day. The item's own id is made from it and never changes. */
  readonly id: string;
  /** The fields of the contract's summary or sample, without `id`, `user_id` and `source`. */
  readonly item: Readonly<Record<string, unknown>>;
}

/** A kind of data of the interface. */
export interface Resource<C extends CollectionShapes = CollectionShapes> {
  /** The collections that it is made from. Without any but the first it is only less complete. */
  readonly from: readonly (keyof C & string)[];
  /** Scopes without which it cannot be had, and those without which it is less complete (spec 2.6). */
  readonly scopes: { readonly required: readonly string[]; readonly optional: readonly string[] };
  /** Set where a record that comes again may be on another day than before. Only of an adapter that `comesByOffers`. */
  readonly moves?: true;
  /** Pure. Items outside of the window are dropped by the caller; of two with one id the last counts. */
  items(records: RecordsOf<C>, context: ItemContext): readonly DayItem[];
}
