import type { LitElement, ReactiveController } from 'lit';
import {
  endHandoff,
  makeHandoff,
  sendHandoffNumber,
  type BodyOf,
  type MadeHandoff,
} from '../../contract/index.js';
import type { Event, HandoffEndpoint, LinkService, State } from '../../flow/index.js';
import { adoptStyles } from '../adopt-styles.js';
import { phoneStyles } from '../phone.styles.js';

/** Asks the service, in the name of the run. */
export type AskHandoff = NonNullable<LinkService['handoff']>;

/** What the panel needs of the element. */
export interface PhonePanelHost {
  readonly link: LitElement;
  readonly state: () => State;
  readonly send: (event: Event) => void;
  readonly ask: () => AskHandoff | undefined;
  /** Whether the person has just asked for a code; if not, a phone that is at it is followed. */
  readonly isAsked: () => boolean;
  /** Tells a screen reader. */
  readonly say: (key: 'step.handoff.minute' | 'step.handoff.copied') => void;
}

/** What is shown. */
export type PhonePhase =
  | 'making'
  | 'failed'
  | 'offered'
  | 'expired'
  | 'opened'
  | 'number'
  | 'accepted'
  | 'declined';

/**
 * Owns the address that is shown to a phone: that it is made, counts down, and is taken back once the person is elsewhere.
 * Does not own what the service says of the phone, which the flow follows.
 */
export class PhonePanel implements ReactiveController {
  /** The address that stands, with its secret. */
  address: MadeHandoff | null = null;
  /** How many seconds it still opens. */
  left = 0;
  copied = false;
  /** Whether the number that was typed is not the phone's. */
  isWrong = false;
  readonly #host: PhonePanelHost;
  #ask: AskHandoff | undefined;
  #isHere = false;
  #follows = false;
  #failed = false;
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor(host: PhonePanelHost) {
    this.#host = host;
    adoptStyles(host.link.renderRoot, phoneStyles);
    host.link.addController(this);
  }

  hostUpdate(): void {
    const isHere = this.#host.state().step === 'handoff';
    if (isHere === this.#isHere) return;
    this.#isHere = isHere;
    if (isHere) this.#enter();
    else this.#leave();
  }

  hostDisconnected(): void {
    clearInterval(this.#tick);
  }

  get phase(): PhonePhase {
    const { session } = this.#host.state();
    const handoff = session?.handoff;
    if (this.#failed) return 'failed';
    if (!this.#follows && !this.address) return 'making';
    // What the service says of an earlier code is of no interest.
    const known = this.#follows || handoff?.id === this.address?.handoff_id ? handoff?.state : 'offered';
    if (known === 'opened') return handoff?.needs_number ? 'number' : 'opened';
    if (known === 'accepted') return 'accepted';
    if (known === 'declined') return 'declined';
    return known === 'offered' && this.left > 0 ? 'offered' : 'expired';
  }

  /** Makes a code, in place of the one before. */
  readonly offer = async (): Promise<void> => {
    const { link, state, send } = this.#host;
    this.#reset();
    link.requestUpdate();
    try {
      const made = await this.#call(makeHandoff, { provider: state().provider });
      if (!this.#isHere) return this.#takeBack();
      this.address = made;
      const end =
        Date.now() + Math.min(300, Math.max(0, (Date.parse(made.expires_at) - Date.now()) / 1000)) * 1000;
      this.#count(end);
      this.#tick = setInterval(() => this.#count(end), 1000);
      send({ type: 'news-expected' });
    } catch {
      this.#failed = true;
    }
    link.requestUpdate();
  };

  readonly copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(this.address?.handoff_url ?? '');
    this.copied = true;
    this.#host.say('step.handoff.copied');
    this.#host.link.requestUpdate();
  };

  readonly sendNumber = async (number: string): Promise<void> => {
    const { send, link } = this.#host;
    // Nobody learns here why it was refused: the next answer of the service says whether the phone still waits.
    this.isWrong = await this.#call(sendHandoffNumber, { number }).then(
      () => false,
      () => true,
    );
    send({ type: 'news-expected' });
    link.requestUpdate();
  };

  #enter(): void {
    const { state, ask, isAsked } = this.#host;
    this.#ask = ask();
    this.#reset();
    const known = state().session?.handoff?.state;
    this.#follows = !isAsked() && (known === 'opened' || known === 'accepted');
    if (!this.#follows) void this.offer();
  }

  #leave(): void {
    const { step } = this.#host.state();
    this.#reset();
    if (step !== 'done') this.#takeBack();
  }

  #reset(): void {
    clearInterval(this.#tick);
    Object.assign(this, { address: null, left: 0, copied: false, isWrong: false });
    this.#failed = this.#follows = false;
  }

  #count(end: number): void {
    const left = Math.max(0, Math.round((end - Date.now()) / 1000));
    if (left === 60 && this.phase === 'offered') this.#host.say('step.handoff.minute');
    if (left === 0) clearInterval(this.#tick);
    this.left = left;
    this.#host.link.requestUpdate();
  }

  /** If it fails, the code ends by itself, and whoever goes on here supersedes the phone. */
  #takeBack(): void {
    this.#call(endHandoff, undefined).catch(() => {});
  }

  async #call<E extends HandoffEndpoint>(
    endpoint: E,
    body: BodyOf<E> & (object | undefined),
  ): Promise<MadeHandoff> {
    if (!this.#ask) throw new Error('there is nobody to ask');
    // Read by the schema of its endpoint; only the answer of `makeHandoff` is looked at.
    return (await this.#ask(endpoint, body)) as MadeHandoff;
  }
}
