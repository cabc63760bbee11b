// What the service knows about a real provider: how people sign in, how its data is requested, and what its answers mean.
// An adapter is a value with pure functions. It has no database, no clock and no `fetch`: everything that it needs is
// passed to it, so that a test can simply call it.
import type { SourceContext } from 'svc-link/contract';
import type { Answer, Failure, Limit, Standing } from './api.js';
import type { Collection, CollectionShapes, Resource } from './collection.js';
import type { Notices } from './notices.js';
import type { OauthSignIn, PasswordSignIn } from './sign-in.js';

export interface Adapter {
  /** The provider's name in the interface; never the slug of a fictional provider. */
  readonly slug: string;
  readonly name: string;
  /** The kind of device, in a few words, as the picker shows it. */
  readonly description: string;
  /** The manufacturer, if it differs from the name. */
  readonly maker?: string;
  /** Other names that people use, such as the names of its devices. The picker finds the provider by these too. */
  readonly aliases: readonly string[];
  /** The maker's help page for accounts. */
  readonly helpUrl?: string;
  /** The background of its monogram; white text on it has a contrast of at least 4.5. */
  readonly colour: string;
  /** One or two letters, drawn instead of the maker's trademark. */
  readonly monogram: string;
  readonly source: SourceContext['type'];
  readonly signIn: OauthSignIn | PasswordSignIn;
  /** The kinds of data, by their names in the interface, such as `sleep`. */
  readonly resources: Readonly<Record<string, Resource>>;
  /** What is requested. One collection may serve several resources, and is then fetched once. */
  readonly collections: Readonly<Record<string, Collection<unknown>>>;
  /** How often the provider may be asked. */
  readonly limits: readonly Limit[];
  /** How much of a limit is left, if the provider's answers say so. */
  standing?(answer: Answer, now: Date): Standing | undefined;
  /** What an answer of this provider means, if it differs from the meaning of its status (`api.ts`). */
  classify?(answer: Answer): Failure | undefined;
  /** How the provider reports new data; absent if it only answers requests. */
  readonly notices?: Notices;
  /**
   * Set if the provider is never asked for the data of days. Notices offer the data, and requests of collections only ask
   * for such notices about the past. The answers to these requests have no records. Each resource is made from one record
   * at a time: earlier records stay, unless the new one has the same id. The provider is asked now and then what the person
   * has granted (`readGranted`).
   */
  readonly comesByOffers?: true;
  /** The header for a further key of the application, if data requests need one besides its id and secret. */
  readonly apiKeyHeader?: string;
  /** Set if the provider's terms do not allow several teams to share an application. */
  readonly ownApplicationsOnly?: true;
}

/** An adapter whose resources know the record types of its collections. */
interface TypedAdapter<C extends CollectionShapes> extends Omit<Adapter, 'resources' | 'collections'> {
  readonly collections: C;
  readonly resources: Readonly<Record<string, Resource<C>>>;
}

/** Checks an adapter's types: each resource receives the records of the collections that it names. */
export const defineAdapter = <const C extends CollectionShapes>(adapter: TypedAdapter<C>): Adapter => adapter;
