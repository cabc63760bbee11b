// How the service subscribes to a provider's notices: the requests, and the content of their answers.
import type { ApiRequest } from './api.js';

/** A subscription at the provider. */
export interface Subscription {
  readonly id: string;
  /** The subject: one of the adapter's topics, or something that an earlier version subscribed to. */
  readonly topic: string;
  /** The address that receives the notices. */
  readonly url: string;
  /** Absent if the subscription does not expire. */
  readonly endsAt?: Date;
  /** Set if the provider has switched the subscription off, as it does if notices do not arrive. */
  readonly isOff?: true;
}

/** The answer to a new or renewed subscription. */
export interface Subscribed {
  readonly id: string;
  readonly endsAt?: Date;
  /** The secret that signs the notices, if the provider shows it here, once. */
  readonly secret?: string;
}

/** The content of a new subscription. */
export interface Wanted {
  readonly topic: string;
  readonly url: string;
  /**
   * The provider repeats this when it checks the address. The address itself contains a secret, so nothing depends on this
   * value.
   */
  readonly verifyToken: string;
}

export interface Subscriptions {
  /** Whether the application subscribes once, or once for each person with that person's token. */
  readonly per: 'application' | 'grant';
  /** The topics to subscribe to with the granted scopes. Each is a subscription of its own. */
  topics(granted: readonly string[]): readonly string[];
  /** Set if the signing secret is shown once, in the answer to a new subscription. */
  readonly showsSecret?: true;
  /**
   * Lists the existing subscriptions. Absent if the provider cannot list them. Then a
   * subscription that exists already must be refused with the error type `already_subscribed`.
   */
  readonly list?: {
    readonly request: ApiRequest;
    /** Throws a zod error if the answer differs from the documentation. */
    read(body: unknown): readonly Subscription[];
  };
  create(wanted: Wanted): ApiRequest;
  /** Reads the answer to a new or renewed subscription. Throws a zod error if the answer differs from the documentation. */
  readCreated(body: unknown, wanted: Pick<Wanted, 'topic'>): Subscribed;
  /** Absent if subscriptions do not expire. */
  renew?(of: Subscription): ApiRequest;
  /** Switches a subscription on again after the provider has switched it off. */
  activate?(of: Subscription): ApiRequest;
  /** Must succeed if the subscription does not exist. */
  delete(of: Subscription): ApiRequest;
}
