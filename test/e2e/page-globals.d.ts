// What the tests' pages keep on their window, and what the widget's events carry, as far as a test reads it.
import type { Consent } from 'svc-link/contract';
import type { SvcLink } from 'svc-link/define';
import type { KeptEvent } from './chromium.js';

declare global {
  /** Any event's detail. Which fields are there is what the tests are about. */
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
    /** world.ts: what the widget dispatched, and what went wrong. */
    heard: Pick<KeptEvent, 'name' | 'detail'>[];
    complaints: string[];
    /** How often a page was to be printed. */
    printed: number;
    /** What had the focus where nobody sees it. */
    unseen: string[];
    /** chromium.ts */
    keepEvent(name: string, detail: EventDetail): void;
    /** engines/engine-page.ts */
    beforeReload?: boolean;

    /** How far a page moved by itself, and how many of its widgets can be used. */
    shift: number;
    ready: number;

    /** Messages that a page of a test heard, and how often it sent its own. */
    got: HeardMessage[];
    round: number;
    nonce: string;
    confess(): void;
    /** Says hello to the window that a page opened. Resolves once that has answered. */
    hello(): Promise<void>;
    /** Where markup of a test ran that must not. */
    pwned?: string;
    hit?: number;
    violations: string[];

    answers: [origin: string, type: string][];
    loaded: boolean;
    seen: string[];
    fields(): HTMLInputElement[];
    inner(): string | null;

    /** What a page noticed of itself. */
    unasked: boolean;
    typed: string;
    back: boolean;
    restored: boolean;
    isRestored?: boolean;
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
    /** How many windows a page opened, or whether it was a person's doing each time. */
    opened: number | boolean[];

    /** Of apps' webviews and of browsers. */
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
