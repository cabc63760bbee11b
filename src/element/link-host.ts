import type { LitElement } from 'lit';
import type { MessageOverrides } from '../messages/index.js';
import type { Mode } from './attributes.js';
import type { ProviderHelp } from './provider-help.js';
import type { TokenProvider } from './token-provider.js';

/** The element, as its parts know it: what the page sets on it, and what opens and ends it. `svc-link.ts` says what each is. */
export interface LinkHost extends LitElement {
  readonly linkToken: string | null | undefined;
  readonly tokenProvider: TokenProvider | undefined;
  readonly baseUrl: string | null | undefined;
  readonly hostedUrl: string | null | undefined;
  readonly mode: Mode;
  open: boolean;
  readonly provider: string | null | undefined;
  readonly providers: readonly string[] | null;
  readonly locale: string | null | undefined;
  readonly messages: MessageOverrides | undefined;
  readonly help: Readonly<Record<string, ProviderHelp>> | undefined;
  readonly redirectOn: readonly string[] | null;
  readonly withoutSearch: boolean;
  readonly withAnother: boolean;
  readonly label: string | null | undefined;
  readonly headingLevel: number;
  readonly supportUrl: string | null | undefined;
  show(): void;
  close(): void;
  restart(): void;
}

/** The element's class: the members that the warnings for developers read. */
export interface LinkHostClass {
  readonly observedAttributes: readonly string[];
  readonly properties: object;
  readonly second: string | undefined;
}
