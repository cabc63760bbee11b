// How a provider is asked to send notices: the requests, and what their answers hold.
import type { ApiRequest } from './api.js';

/** A subscription at the provider. */
export interface Subscription {
  readonly id: string;
  /** What it tells of: one of the adapter's topics, or something that an earlier version subscribed to. */
  readonly topic: string;
  /** Where its notices go. */
  readonly url: string;
  /** Absent if it does not end. */
  readonly endsAt?: Date;
  /** Set if the provider has switched it off, as it does if notices do not arrive. */
  readonly isOff?: true;
}

/** What a provider answers to a new subscription, or to a renewed one. */
export interface Subscribed {
  readonly id: string;
  readonly endsAt?: Date;
  /** What its notices are signed with, if the provider shows that this once. */
  readonly secret?: string;
}

/** What a new subscription is for. */
export interface Wanted {
  readonly topic: string;
  readonly url: string;
  /** Comes back in the check of the address. The address itself holds a secret, so nothing depends on this one. */
  readonly verifyToken: string;
}

export interface Subscriptions {
  /** Whether the application has them once, or for each person with the person's token. */
  readonly per: 'application' | 'grant';
  /** What is subscribed to, by the scopes that were granted; each is a subscription of its own. */
  topics(granted: readonly string[]): readonly string[];
  /** Set if what notices are signed with is shown once, in the answer to a new subscription. */
  readonly showsSecret?: true;
  /**
   * Those that there are. Absent if the provider cannot be asked: then a new one that there is already has to be refused with
   * the error type `already_subscribed`.
   */
  readonly list?: {
    readonly request: ApiRequest;
    /** Throws a zod error for an answer that is not as documented. */
    read(body: unknown): readonly Subscription[];
  };
  create(wanted: Wanted): ApiRequest;
  /** Reads the answer to a new or renewed one. Throws a zod error for an answer that is not as documented. */
  readCreated(body: unknown, wanted: Pick<Wanted, 'topic'>): Subscribed;
  /** Absent if subscriptions do not end. */
  renew?(of: Subscription): ApiRequest;
  /** Switches one on that the provider has switched off. */
  activate?(of: Subscription): ApiRequest;
  /** One that is not there is a success. */
  delete(of: Subscription): ApiRequest;
}
