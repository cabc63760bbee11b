import type { Role } from 'svc-link/contract';
import type { ApiError } from './errors.js';

/** The variables of a request's context. */
export interface Env {
  Variables: {
    /** Parameters of the query and fields of the body that were ignored, as the value of a header. */
    ignoredFields?: string;
    /** Resolves once a body that is made while it is sent is over. */
    untilSent?: Promise<void>;
    /** Lets a request wait for its body, and returns what tells that it has arrived. Only there if requests are limited. */
    beginArriving?: (caller: string) => () => void;
    /** Counts a request as one that may take long, once. Returns whether it may. Only there if requests are limited. */
    beginLong?: (caller: string) => boolean;
    /** The refusal of one request too many, which is counted. Only there if requests are limited. */
    refused?: () => ApiError;
    /** Is told why an answer breaks off whose status was sent. */
    onBrokenOff?: (error: unknown) => void;
    /** The least role with which a person may do what the endpoint does. Without one no person may. */
    role?: Role | undefined;
    /** Finds who signed in to the console with this browser. Only there if the request has the cookie of a session. */
    findPerson?: () => Promise<Person>;
    /** The person whom an endpoint let in, as no key was sent. */
    person?: Person;
  };
}

/** Somebody who signed in to the console. */
export interface Person {
  /** The id of their session. */
  readonly id: string;
  /** As the identity provider calls them. */
  readonly subject: string;
  /** What the page calls them. */
  readonly name: string;
  readonly orgId: string;
  readonly role: Role;
}
