// How a provider reports new data.
import type { Subscriptions } from './subscriptions.js';

/** A request to the address for notices, unchanged. */
export interface NoticeRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /** The exact body, as UTF-8, because signatures cover it. */
  readonly body: string;
}

/** The address where the provider gives new data to a client with the person's token. */
export interface Offer {
  /** The name of the adapter's collection that reads the answer. */
  readonly collection: string;
  /**
   * The address as the provider has sent it, which may contain a token. It is only requested if it is below the interface's
   * address.
   */
  readonly to: string;
}

/** What a notice reports about an account. */
export interface Notice {
  readonly account: string;
  /** `ended`: the person has ended the grant at the provider. */
  readonly is: 'changed' | 'ended';
  /** Names of the adapter's resources; absent if the notice names none. */
  readonly resources?: readonly string[];
  /** The days that changed, as YYYY-MM-DD; absent if the notice names none. */
  readonly from?: string;
  readonly until?: string;
  /** Only for an adapter that `comesByOffers`. */
  readonly offer?: Offer;
}

export interface Notices {
  /** How the engine subscribes to notices; absent if the operator sets them up in the provider's portal. */
  readonly subscriptions?: Subscriptions;
  /** Set if the application's secret signs notices; otherwise notices have a secret of their own. */
  readonly signedByApplication?: true;
  /**
   * Answers the provider's check of the address, with status 200 unless `status` says otherwise; undefined if the request
   * is no such check.
   */
  challenge?(
    request: NoticeRequest,
    secret: string | null,
  ): { readonly body: string; readonly type: string; readonly status?: number } | undefined;
  /**
   * Whether the request is genuine: `signed` if that is proved; `hint` if it cannot be proved, so that it only triggers a
   * look; `forged` if it is disproved. Compares in constant time.
   */
  verify(request: NoticeRequest, secret: string | null, now: Date): 'signed' | 'hint' | 'forged';
  /**
   * The notices in a request. Throws a zod error if the body differs from the documentation. In a body about many people,
   * it may leave out single entries that differ, and reports where and how they differ, without any values.
   */
  read(request: NoticeRequest, leaveOut?: (misfit: string) => void): readonly Notice[];
}
