import type { Role } from 'svc-link/contract';
import type { ApiError } from './errors.js';

/** The variables of a request's context. */
export interface Env {
  Variables: {
    /** The ignored parameters of the query and fields of the body, as the value of a header. */
    ignoredFields?: string;
    /** For a body that is made while it is sent: resolves when sending has ended. */
    untilSent?: Promise<void>;
    /** Lets a request wait for its body. Returns the function to call when it has arrived. Only set if requests are limited. */
    beginArriving?: (caller: string) => () => void;
    /** Counts a request, once, as one that may take long. Returns whether it may. Only set if requests are limited. */
    beginLong?: (caller: string) => boolean;
    /** Whether `beginLong` would return true now. Counts nothing. */
    couldBeLong?: (caller: string) => boolean;
    /** Counts a refusal because of too many requests, and returns it. Only set if requests are limited. */
    refused?: () => ApiError;
    /** Is called with the reason if an answer breaks off after its status was sent. */
    onBrokenOff?: (error: unknown) => void;
    /** The lowest role that lets a person use the endpoint. Without one no person may use it. */
    role?: Role | undefined;
    /** Finds the person who signed in to the console with this browser. Only set if the request has the cookie of a session. */
    findPerson?: () => Promise<Person>;
    /** The person who was accepted, because no key was sent. */
    person?: Person;
  };
}

/** A person who signed in to the console. */
export interface Person {
  /** The id of their session. */
  readonly id: string;
  /** The identity provider's id of the person. */
  readonly subject: string;
  /** The name that the page shows. */
  readonly name: string;
  readonly orgId: string;
  readonly role: Role;
}
