import type { SvcLinkEventMap } from './svc-link.events.js';
import type { SvcLink } from './svc-link.js';

type PropertyName = keyof typeof SvcLink.properties;

/** What a page's script sets on the element, by property. */
export type SvcLinkProperties = {
  readonly [Name in PropertyName]?: SvcLink[Name] | undefined;
};

type Kebab<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Kebab<Tail>}`
  : '';

type AttributeValue = string | number | boolean | readonly string[];

/** What markup sets on the element, by attribute. Lists are words between spaces. */
export type SvcLinkAttributes = {
  readonly [
    Name in PropertyName as NonNullable<SvcLink[Name]> extends AttributeValue ? Kebab<Name> : never
  ]?: (NonNullable<SvcLink[Name]> extends readonly string[] ? string : SvcLink[Name]) | undefined;
};

/** Listeners as the templates of frameworks name them: `Prefix` and the event's name. */
export type SvcLinkListeners<Prefix extends string = 'on'> = {
  readonly [Name in keyof SvcLinkEventMap as `${Prefix}${Name}`]?:
    | ((event: SvcLinkEventMap[Name]) => void)
    | undefined;
};

/** A name that both types have takes either kind of value. */
type Either<A, B> = {
  readonly [Name in keyof A | keyof B]?:
    | (Name extends keyof A ? A[Name] : never)
    | (Name extends keyof B ? B[Name] : never);
};

/** Solid puts a name into lower case before it sets a property, so `linkToken` would be another one. `prop:` keeps the case. */
type SolidProperties = {
  readonly [Name in PropertyName as `prop:${Name}`]?: SvcLinkProperties[Name];
} & Either<
  {
    readonly [Name in PropertyName as Name extends Lowercase<Name> ? Name : never]?: SvcLinkProperties[Name];
  },
  SvcLinkAttributes
>;

/**
 * All of `<svc-link>` in a framework's templates: its attributes, its properties and its events. `Prefix` stands before
 * the name of an event: `on` in React 19 and Preact, `on:` in Solid, where the properties are named by `prop:`.
 */
export type SvcLinkTemplateProps<Prefix extends string = 'on'> = (Prefix extends 'on:'
  ? SolidProperties
  : Either<SvcLinkProperties, SvcLinkAttributes>) &
  SvcLinkListeners<Prefix>;
