// How a provider tells that there is something new.
import type { Subscriptions } from './subscriptions.js';

/** A request to the address for notices, as it came. */
export interface NoticeRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /** The body, byte by byte as UTF-8: signatures are over it. */
  readonly body: string;
}

/** Where the provider answers what is new, to whoever has the person's token. */
export interface Offer {
  /** The name of the adapter's collection that reads it. */
  readonly collection: string;
  /** The address as it was named, which may hold a token. One that is not below the interface's is never asked. */
  readonly to: string;
}

/** What a notice tells of an account. */
export interface Notice {
  readonly account: string;
  /** `ended`: the person has ended the grant at the provider. */
  readonly is: 'changed' | 'ended';
  /** Names of the adapter's resources; absent if it does not say. */
  readonly resources?: readonly string[];
  /** The days that changed, as YYYY-MM-DD; absent if it does not say. */
  readonly from?: string;
  readonly until?: string;
  /** Only of an adapter that `comesByOffers`. */
  readonly offer?: Offer;
}

export interface Notices {
  /** How the engine has them sent; absent if somebody sets them up in the provider's portal. */
  readonly subscriptions?: Subscriptions;
  /** Whether the secret is that of the application; else it is one for notices alone. */
  readonly signedByApplication?: true;
  /** Answers the provider's check of the address, with status 200 if it says no other; undefined if the request is none. */
  challenge?(
    request: NoticeRequest,
    secret: string | null,
  ): { readonly body: string; readonly type: string; readonly status?: number } | undefined;
  /**
   * Whether the request is genuine: `signed` if that is proved, `hint` if it cannot be (then it only says that it is worth
   * looking), `forged` if it is disproved. Compares in constant time.
   */
  verify(request: NoticeRequest, secret: string | null, now: Date): 'signed' | 'hint' | 'forged';
  /**
   * What it tells. Throws a zod error for a body that is not as documented. Of one that tells of many people it may leave out what is not,
   * and then says where and how it is not, without any values.
   */
  read(request: NoticeRequest, leaveOut?: (misfit: string) => void): readonly Notice[];
}
