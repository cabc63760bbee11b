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

/** How long an address can be opened, in seconds, unless the link ends before. */
const longest = 300;

/** Sends the service a request of the run. */
export type AskHandoff = NonNullable<LinkService['handoff']>;

/** What the panel needs from the element. */
export interface PhonePanelHost {
  readonly link: LitElement;
  readonly state: () => State;
  readonly send: (event: Event) => void;
  readonly ask: () => AskHandoff | undefined;
  /** Whether the person has just asked for a code. If not, and a phone has the link already, the panel follows that phone. */
  readonly isAsked: () => boolean;
  /** Tells a screen reader. */
  readonly say: (key: `step.handoff.${'minute' | 'copied' | 'number-checking'}`) => void;
  /** Tells a screen reader words that are in the step. */
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

/** Why a number was not accepted: it is not the phone's, or the service's answer did not come. */
export type NumberProblem = 'wrong' | 'network_failed' | 'service_error';

/**
 * Owns the address that is shown to a phone: makes it, counts down, takes it back once the person has left the step, and tells a
 * screen reader about it. Does not own what the service says about the phone: the flow follows that.
 */
export class PhonePanel implements ReactiveController {
  /** The address that is shown, with its secret; null if there is none. */
  address: MadeHandoff | null = null;
  /** For how many seconds the address can still be opened. */
  left = 0;
  /** Whether the address was copied; null before the person tries. */
  copied: boolean | null = null;
  numberProblem: NumberProblem | null = null;
  /** Whether a number is on its way to the service. */
  isSending = false;
  /** How many numbers were not accepted. */
  #tries = 0;
  readonly #host: PhonePanelHost;
  /** Where the person was in this step before; null if they were in another step. */
  #before: string | null = null;
  /** What had the focus before the update. */
  #held: Element | null = null;
  #ask: AskHandoff | undefined;
  #isHere = false;
  #follows = false;
  #failed = false;
  /** When the address ends, by this device's clock; null if there is none. */
  #end: number | null = null;
  #tick: ReturnType<typeof setInterval> | undefined;
  /** Counts the codes: an answer from an earlier round belongs to a code that is not shown any more. */
  #round = 0;
  /** Requests are sent one after the other. Otherwise a late request to take a code back could end the next code. */
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
    // The focus goes to what is new. If it is there already, a screen reader would say nothing.
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
    // Lit renders into a shadow root.
    return (this.#host.link.renderRoot as ShadowRoot).activeElement;
  }

  get phase(): PhonePhase {
    const { session } = this.#host.state();
    const handoff = session?.handoff;
    if (this.#failed) return 'failed';
    if (!this.#follows && !this.address) return 'making';
    // What the service says about an earlier code does not count.
    const known = this.#follows || handoff?.id === this.address?.handoff_id ? handoff?.state : 'offered';
    if (known === 'opened') return handoff?.needs_number ? 'number' : 'opened';
    if (known === 'accepted') return 'accepted';
    if (known === 'declined') return 'declined';
    // The code was taken back, or ended after too many wrong numbers.
    if (known === 'ended') return 'ended';
    return known === 'offered' && this.left > 0 ? 'offered' : 'expired';
  }

  /** Changes whenever the person has something else to do than before. */
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
      // A person who has left the step has taken the code back.
      if (round !== this.#round) return;
      this.address = made;
      const now = Date.now();
      const left = (Date.parse(made.expires_at) - now) / 1000;
      // The code was made just now. By a wrong clock of the device it would be over already, or last too long.
      this.#countDown(now + (left > 0 && left < longest ? left : longest) * 1000);
      send({ type: 'news-expected' });
    } catch {
      if (round !== this.#round) return;
      this.#failed = true;
    }
    link.requestUpdate();
  };

  /** If the page may not copy, for example in the frame of another page, the address is selected to be copied by hand. */
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
    // A screen reader reads the hint with the field, so the hint has to be drawn first.
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
    // A run that the person leaves asks for the code's outcome, and takes the code back with that request.
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

  /** If this fails, the code ends by itself, and a person who continues here supersedes the phone. */
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
    // The answer was parsed with its endpoint's schema. Callers read only the answer of `makeHandoff`.
    return (await answer) as MadeHandoff;
  }
}

/** Null if the next answer of the service says more, such as that no phone waits any more. */
function numberProblemOf(error: unknown): NumberProblem | null {
  if (!(error instanceof ClientError)) return 'service_error';
  const { status, errorType } = error;
  if (errorType === 'handoff_number_wrong') return 'wrong';
  if (status === 0) return 'network_failed';
  return status === 429 || status >= 500 ? 'service_error' : null;
}
