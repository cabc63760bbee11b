import type { LitElement, ReactiveController } from 'lit';
import { ClientError } from '../../client/index.js';
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

/** How long an address opens, in seconds, unless the link ends before. */
const longest = 300;

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
  readonly say: (key: `step.handoff.${'minute' | 'copied' | 'number-checking'}`) => void;
  /** The same with words that stand in the step. */
  readonly read: (text: string) => void;
}

/** What is shown. */
export type PhonePhase =
  | 'making'
  | 'failed'
  | 'offered'
  | 'expired'
  | 'ended'
  | 'opened'
  | 'number'
  | 'accepted'
  | 'declined';

/** Why a number did not go through: it is not the phone's, or its answer did not come. */
export type NumberProblem = 'wrong' | 'network_failed' | 'service_error';

/**
 * Owns the address that is shown to a phone: that it is made, counts down, and is taken back once the person is elsewhere,
 * and that a screen reader hears what becomes of it. Does not own what the service says of the phone, which the flow follows.
 */
export class PhonePanel implements ReactiveController {
  /** The address that stands, with its secret. */
  address: MadeHandoff | null = null;
  /** How many seconds it still opens. */
  left = 0;
  /** Whether the address was copied; null before. */
  copied: boolean | null = null;
  numberProblem: NumberProblem | null = null;
  /** Whether a number is on its way to the service. */
  isSending = false;
  /** How many numbers did not go through. */
  #tries = 0;
  readonly #host: PhonePanelHost;
  /** Where the person was before; null if that was not here. */
  #before: string | null = null;
  /** What had the focus before. */
  #held: Element | null = null;
  #ask: AskHandoff | undefined;
  #isHere = false;
  #follows = false;
  #failed = false;
  /** When the address ends, by this device's clock; null if there is none. */
  #end: number | null = null;
  #tick: ReturnType<typeof setInterval> | undefined;
  /** Counts what is asked about a code: an answer to an earlier round belongs to no code that is shown. */
  #round = 0;
  /** Requests follow each other. Otherwise a code that is taken back late could be the next one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(host: PhonePanelHost) {
    this.#host = host;
    adoptStyles(host.link.renderRoot, phoneStyles);
    host.link.addController(this);
  }

  hostUpdate(): void {
    this.#held = this.#active;
    const isHere = this.#host.state().step === 'handoff';
    if (isHere === this.#isHere) return;
    this.#isHere = isHere;
    if (isHere) this.#enter();
    else this.#leave();
  }

  hostUpdated(): void {
    const before = this.#before;
    this.#before = this.#isHere ? this.place : null;
    if (before === null || this.#before === null || before === this.#before) return;
    // The focus goes to what is new. Where it is already nothing of that would be heard.
    const at = this.#active;
    if (!at || at !== this.#held) return;
    const { link, read } = this.#host;
    const words = at.matches('[part=title]') ? at : link.renderRoot.querySelector('[part=field-error]');
    if (words) read(words.textContent);
  }

  /** The page may move the element to another place. */
  hostConnected(): void {
    if (this.#end !== null) this.#countDown(this.#end);
  }

  hostDisconnected(): void {
    clearInterval(this.#tick);
  }

  get #active(): Element | null {
    // A shadow root, as Lit makes it.
    return (this.#host.link.renderRoot as ShadowRoot).activeElement;
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
    // Taken back, or given up after too many wrong numbers.
    if (known === 'ended') return 'ended';
    return known === 'offered' && this.left > 0 ? 'offered' : 'expired';
  }

  /** Changes whenever there is something else to do than before. */
  get place(): string {
    const { phase } = this;
    return `${phase === 'making' ? 'offered' : phase} ${this.#tries}`;
  }

  /** Makes a code, in place of the one before. */
  readonly offer = async (): Promise<void> => {
    const { link, state, send } = this.#host;
    this.#reset();
    const round = this.#round;
    link.requestUpdate();
    try {
      const made = await this.#call(makeHandoff, { provider: state().provider });
      // Whoever has left has taken it back.
      if (round !== this.#round) return;
      this.address = made;
      const now = Date.now();
      const left = (Date.parse(made.expires_at) - now) / 1000;
      // It was made just now: by a clock of the device that must be wrong it would be over, or last too long.
      this.#countDown(now + (left > 0 && left < longest ? left : longest) * 1000);
      send({ type: 'news-expected' });
    } catch {
      if (round !== this.#round) return;
      this.#failed = true;
    }
    link.requestUpdate();
  };

  /** Where the page may not copy, as in the frame of another one, the address is there to be copied by hand. */
  readonly copy = async (): Promise<void> => {
    const { link, say } = this.#host;
    const round = this.#round;
    const copied = await navigator.clipboard.writeText(this.address?.handoff_url ?? '').then(
      () => true,
      () => false,
    );
    if (round !== this.#round) return;
    this.copied = copied;
    link.requestUpdate();
    if (copied) return say('step.handoff.copied');
    // The hint is read with the field, so it is there first.
    await link.updateComplete;
    const field = link.renderRoot.querySelector<HTMLInputElement>('#handoff-address');
    field?.focus();
    field?.select();
  };

  readonly sendNumber = async (number: string): Promise<void> => {
    if (this.isSending) return;
    const { send, link, say } = this.#host;
    const round = this.#round;
    Object.assign(this, { isSending: true, numberProblem: null });
    say('step.handoff.number-checking');
    link.requestUpdate();
    const problem = await this.#call(sendHandoffNumber, { number }).then(() => null, numberProblemOf);
    if (round !== this.#round) return;
    Object.assign(this, { isSending: false, numberProblem: problem });
    if (problem) this.#tries += 1;
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
    // A run that is left asks what became of the code, and takes it back by that.
    if (step !== 'done' && step !== 'closed') this.#takeBack();
  }

  #reset(): void {
    this.#round += 1;
    clearInterval(this.#tick);
    this.#end = null;
    Object.assign(this, { address: null, left: 0, copied: null, numberProblem: null });
    this.#failed = this.#follows = this.isSending = false;
    this.#tries = 0;
  }

  #countDown(end: number): void {
    this.#end = end;
    this.#count(end);
    this.#tick = setInterval(() => this.#count(end), 1000);
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
    const ask = this.#ask;
    if (!ask) throw new Error('there is nobody to ask');
    const answer = this.#last.then(() => ask(endpoint, body));
    this.#last = answer.catch(() => {});
    // Read by the schema of its endpoint; only the answer of `makeHandoff` is looked at.
    return (await answer) as MadeHandoff;
  }
}

/** Null where the next answer of the service says more, such as that no phone waits any more. */
function numberProblemOf(error: unknown): NumberProblem | null {
  if (!(error instanceof ClientError)) return 'service_error';
  const { status, errorType } = error;
  if (errorType === 'handoff_number_wrong') return 'wrong';
  if (status === 0) return 'network_failed';
  return status === 429 || status >= 500 ? 'service_error' : null;
}
