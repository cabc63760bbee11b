import type { Endpoint } from 'svc-link/contract';

/** The groups of the documentation, in its order. */
export const tags = {
  Users: 'The people who use your product.',
  'Link tokens': 'Made by your server for one user and one link, and handed to the widget.',
  Linking: 'What the widget calls, from any page, with a link token.',
  Providers: 'What can be connected.',
  Data: 'What connections brought, and how far the data from before them has come.',
  'Moving connections':
    'Many connections in and out of a team, and the OAuth applications that they are bound to.',
  Webhooks: 'Where events go, and what became of each.',
  Management: 'The teams of an organization, and their keys. With a management key.',
  'Lab testing': 'What laboratories measure, orders of it, the visits at which samples are taken, and where.',
  Service: 'The service itself, and its sandbox clock.',
} as const;
export type Tag = keyof typeof tags;

type Status = number | '4XX' | '5XX';

interface More {
  /** More than the summary says. */
  readonly description?: string;
  /** The statuses of success and their meaning, if there are others than 200. */
  readonly success?: Readonly<Record<number, string>>;
  /** Refusals in addition to those of every endpoint of this kind, and when they happen. */
  readonly refusals?: Readonly<Partial<Record<Status, string>>>;
  /** The values of a path parameter that allows only these. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Example bodies, by what they show. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** Whether `Location` leads to the thing that was begun. */
  readonly leadsOn?: true;
  /** Whether the endpoint exists only in the embedded mode. */
  readonly sandbox?: true;
}

/** An endpoint, and its text in the documentation. */
export interface Operation extends More {
  readonly endpoint: Endpoint;
  readonly tag: Tag;
  readonly summary: string;
}

/** Makes the operations of a group. */
export const operationsOf =
  (tag: Tag) =>
  (endpoint: Endpoint, summary: string, more: More = {}): Operation => ({ endpoint, tag, summary, ...more });
