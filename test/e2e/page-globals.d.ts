// What the tests' pages keep on their window, and the details of the widget's events, as far as a test reads them.
import type { Consent } from 'svc-link/contract';
import type { SvcLink } from 'svc-link/define';
import type { KeptEvent } from './chromium.js';

declare global {
  /** The detail of any event. The tests check which fields are there. */
  interface EventDetail {
    at: string;
    request_id: string | null;
    step: string;
    outcome: string;
    code: string;
    retryable: boolean;
    state: string;
    provider: string;
    connected: boolean;
    link_session_id: string;
    confirm_code: string;
    url: string;
    expires_at: string;
    seconds: number;
    result: EventDetail;
    results: EventDetail[];
    consent?: Consent | null;
  }
  /** A message between windows. */
  interface HeardMessage {
    type: string;
    code?: string;
    name?: string;
    detail?: Partial<EventDetail>;
    nonce?: string;
  }
  interface Window {
    /** world.ts: the widget's events, and what went wrong. */
    heard: Pick<KeptEvent, 'name' | 'detail'>[];
    complaints: string[];
    /** How often a page called `print`. */
    printed: number;
    /** What had the focus although it is not visible. */
    unseen: string[];
    /** chromium.ts */
    keepEvent(name: string, detail: EventDetail): void;
    /** engines/engine-page.ts */
    beforeReload?: boolean;

    /** How far a page moved by itself, and how many of its widgets can be used. */
    shift: number;
    ready: number;

    /** Messages that a test's page received, and how often it sent its own. */
    got: HeardMessage[];
    round: number;
    nonce: string;
    confess(): void;
    /** Says hello to the window that a page opened. Resolves once that window has answered. */
    hello(): Promise<void>;
    /** Set if markup of a test ran, which must not happen. */
    pwned?: string;
    hit?: number;
    violations: string[];

    answers: [origin: string, type: string][];
    loaded: boolean;
    seen: string[];
    fields(): HTMLInputElement[];
    inner(): string | null;

    /** What a page noticed about itself. */
    unasked: boolean;
    typed: string;
    back: boolean;
    restored: boolean;
    isRestored?: boolean;
    isBlocking?: boolean;
    clicked: boolean;
    late: boolean;
    linked: boolean;
    sentAs: string;
    asked: string[];
    told: string[];
    begun: Set<string>;
    listening: Map<string, number>;
    ticking: Set<number>;
    gone: WeakRef<Element>[];
    spaced?: CSSStyleSheet;
    link: SvcLink;
    /** How many windows a page opened, or for each of them whether a person's action opened it. */
    opened: number | boolean[];

    /** For the webviews of apps, and for browsers. */
    svcLink: { postMessage(text: string): void };
    find(text: string): boolean;
    chrome: {
      passwordsPrivate: {
        addPassword(login: object): Promise<void>;
        getCredentialGroups(): Promise<unknown[]>;
      };
    };
    axe: {
      run(
        context: Document | string | { exclude: string[][] },
        options: object,
      ): Promise<{
        violations: {
          id: string;
          nodes: { html: string; target: (string | string[])[]; failureSummary: string }[];
        }[];
      }>;
    };
  }
  interface HTMLElementTagNameMap {
    'svc-link': SvcLink;
  }
}
