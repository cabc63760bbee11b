// What is known of a real provider: how people sign in, how its data is asked for, and what the answers mean.
// An adapter is a value with pure functions. It holds no database, no clock and no `fetch`: all that it needs is
// handed to it, so that it can be tested by calling it.
import type { SourceContext } from 'svc-link/contract';
import type { Answer, Failure, Limit, Standing } from './api.js';
import type { Collection, CollectionShapes, Resource } from './collection.js';
import type { Notices } from './notices.js';
import type { OauthSignIn, PasswordSignIn } from './sign-in.js';

export interface Adapter {
  /** How the interface names the provider; never one of a fictional provider. */
  readonly slug: string;
  readonly name: string;
  /** What it measures with, in a few words, as the picker shows it. */
  readonly description: string;
  /** Who makes it, if that is not its name. */
  readonly maker?: string;
  /** What else people call it, such as its devices; the picker finds it by these too. */
  readonly aliases: readonly string[];
  /** Where its maker helps people with their account. */
  readonly helpUrl?: string;
  /** The ground of its monogram; white on it has a contrast of at least 4.5. */
  readonly colour: string;
  /** One or two letters, drawn in place of the maker's trademark. */
  readonly monogram: string;
  readonly source: SourceContext['type'];
  readonly signIn: OauthSignIn | PasswordSignIn;
  /** Kinds of data by their name in the interface, such as `sleep`. */
  readonly resources: Readonly<Record<string, Resource>>;
  /** What is asked for. One collection may serve several resources and is then fetched once. */
  readonly collections: Readonly<Record<string, Collection<unknown>>>;
  /** How often the provider may be asked. */
  readonly limits: readonly Limit[];
  /** How much of a limit is left, if the provider says so in its answers. */
  standing?(answer: Answer, now: Date): Standing | undefined;
  /** What an answer of this provider means, if it is not what its status says (`api.ts`). */
  classify?(answer: Answer): Failure | undefined;
  /** How the provider tells of new data; absent if it is only asked. */
  readonly notices?: Notices;
  /**
   * Set if its data is never asked for by days: notices offer it, and the requests of collections only ask for such notices of the past.
   * Those are answered with nothing, which collections read as no records. Each resource is made from one record at a time: what of it came
   * before stays, unless it has the same id. What the person has granted is asked now and then (`readGranted`).
   */
  readonly comesByOffers?: true;
  /** The header of a further key of the application, if requests for data need one beside its id and secret. */
  readonly apiKeyHeader?: string;
  /** Set if its terms allow no application that several teams share. */
  readonly ownApplicationsOnly?: true;
}

/** An adapter whose resources know the types of what its collections read. */
interface TypedAdapter<C extends CollectionShapes> extends Omit<Adapter, 'resources' | 'collections'> {
  readonly collections: C;
  readonly resources: Readonly<Record<string, Resource<C>>>;
}

/** Checks an adapter's types: each resource gets the records of the collections that it names. */
export const defineAdapter = <const C extends CollectionShapes>(adapter: TypedAdapter<C>): Adapter => adapter;
