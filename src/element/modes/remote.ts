import type { ReactiveController } from 'lit';
import type { PersonEvent, State } from '../../flow/index.js';
import { enRemote } from '../../messages/index.js';
import { adoptStyles } from '../adopt-styles.js';
import { kindOf, type ModeOf } from '../attributes.js';
import { hostedUrlOf } from '../configuration.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import { emit } from '../emit.js';
import type { LinkHost } from '../link-host.js';
import type { Translate } from '../translate.js';
import { noteName } from '../controllers/note-name.js';
import { ComingBack } from './coming-back.js';
import { FrameRun } from './frame-run.js';
import type { LoadedMode, ModeHost } from './loaded-mode.js';
import { openPopup } from './popup.js';
import { RedirectRun } from './redirect-run.js';
import { remoteStyles } from './remote.styles.js';
import type { Run } from './run.js';
import type { RunHost } from './run-host.js';
import { triggerOf } from './trigger.js';
import { WindowRun } from './window-run.js';

export const createMode = (host: ModeHost): LoadedMode => new Remote(host);

/** The run of each mode of the hosted page. `popup`: null if the browser refused it. */
const runs = {
  frame: (host) => new FrameRun(host),
  window: (host, popup) => new WindowRun(host, popup),
  redirect: (host) => new RedirectRun(host),
} satisfies Record<ModeOf<'remote'>, (host: RunHost, popup: Window | null) => Run>;

const isRemote = (mode: LinkHost['mode']): mode is ModeOf<'remote'> => kindOf(mode) === 'remote';

/**
 * Owns the run in the hosted page, one at a time: opens and closes a frame or a window with `open`, or goes to the hosted page.
 * Does not own what happens in a run.
 */
class Remote implements LoadedMode, ReactiveController {
  readonly texts = enRemote;
  readonly runs = false;
  readonly #host: ModeHost;
  readonly #link: LinkHost;
  #back: ComingBack | null = null;
  #later: LaterSteps | null = null;
  #preparing = false;
  /** Whether the code that a run needs did not load. Only a person's action tries again. */
  #failed = false;
  #run: Run | null = null;
  /** The mode that it was opened in: a change to another mode closes it. */
  #mode: LinkHost['mode'];
  /** Whether `svc-open` was sent. */
  #open = false;
  /** The session of the run that ended last. */
  #session: string | null = null;
  /** Whether the focus was in the widget before the update. */
  #here = false;
  /** Whether the person was taken to the problem that is shown. */
  #led = false;
  /** What had the focus when it opened. */
  #before: Element | null = null;
  /** The window of the run that begins; null if the browser refused it. */
  #popup: Window | null | undefined;
  /** Whether a window is being opened: Firefox runs the page's code meanwhile. */
  #opening = false;

  constructor(host: ModeHost) {
    const { link } = host;
    this.#host = host;
    this.#link = link;
    this.#mode = link.mode;
    adoptStyles(link.renderRoot, remoteStyles);
    link.addController(this);
    // Taken now, so that an element without an `id` finds its own note on the way back.
    noteName(link);
    if (isReturn(host)) this.#prepare();
  }

  get state(): State | undefined {
    return this.#run?.report.state;
  }

  get step(): string {
    return !this.#link.open ? 'closed' : (this.#run?.report.step ?? 'loading');
  }

  readonly send = (event: PersonEvent): void => this.#run?.send(event);

  get failed(): boolean {
    return this.#failed;
  }

  retry(): void {
    this.begin();
    this.#failed = false;
    this.#prepare();
  }

  begin(): void {
    if (this.#run) return this.leave();
    const url = hostedUrlOf(this.#link);
    if (this.#link.mode !== 'window' || this.#popup !== undefined || this.#opening) return;
    this.#opening = true;
    this.#popup = url && !this.#later?.severs(window) ? openPopup(url) : null;
    this.#opening = false;
  }

  settle(set: boolean): void {
    const link = this.#link;
    const { mode } = link;
    if (set || !link.open) this.#mode = mode;
    if (!link.isConnected || ((this.#run || isRemote(mode)) && mode !== this.#mode)) link.open = false;
    if (!link.open) this.#end();
    else if (!this.#run && isRemote(mode) && !this.#failed && !this.#opening) {
      this.begin();
      if (this.#later) this.#start(this.#later, mode);
      else this.#prepare();
    }
    this.#run?.follow();
    this.#back?.follow();
  }

  leave(): void {
    // Where there is a problem on this side, nothing else is open.
    if (this.#run?.report.problem) this.#link.focus();
    else this.#run?.show();
  }

  /** Ends the run at once, so that a `show()` in the same turn begins another. */
  close(): void {
    this.#end();
  }

  restart(): void {
    if (!this.#link.open) return;
    this.#end();
    this.begin();
    this.#link.requestUpdate();
  }

  hostDisconnected(): void {
    // Frameworks move an element by taking it out and putting it back in.
    queueMicrotask(() => this.#link.requestUpdate());
  }

  hostUpdate(): void {
    // What is about to be removed, such as a frame, still has the focus now.
    this.#here = this.#link.matches(':focus-within');
  }

  hostUpdated(): void {
    this.#lead();
    if (!this.#open || this.#run) return;
    this.#open = false;
    emit(this.#link, { name: 'svc-close', detail: { link_session_id: this.#session } });
    // A person who was in the panel, which is gone, goes back to what opened it. Not every browser says that a frame had the
    // focus. A person who has gone on to another part of the page stays there.
    const { activeElement, body } = document;
    if ((!activeElement || activeElement === body) && this.#before instanceof HTMLElement)
      this.#before.focus();
  }

  /** Takes a person who is here, such as at the trigger, to what went wrong on this side, once it is drawn. */
  #lead(): void {
    const problem = this.#run?.report.problem;
    if (!problem) this.#led = false;
    else if (!this.#led && this.#link.renderRoot.querySelector('[part=title]')) {
      this.#led = true;
      if (this.#here) this.#link.focus();
    }
  }

  /** Loads the code that a run needs, and reports the result of a person who is back. */
  #prepare(): void {
    if (this.#preparing) return;
    this.#preparing = true;
    const { link, warn, load } = this.#host;
    void load().then((later) => {
      this.#preparing = false;
      this.#later = later;
      if (later && isReturn(this.#host)) this.#back = ComingBack.from(this.#host, later);
      if (!later) {
        warn('mode-not-loaded');
        this.#failed = true;
        this.#closePopup();
      }
      link.requestUpdate();
    });
  }

  #start(later: LaterSteps, mode: ModeOf<'remote'>): void {
    const { link, warn } = this.#host;
    const over = (): void => void (link.open = false);
    const host = { link, warn, later, over };
    this.#back?.end();
    this.#back = null;
    this.#run = runs[mode](host, this.#popup ?? null);
    this.#popup = undefined;
    if (this.#open || mode === 'redirect') return;
    this.#open = true;
    // Lit renders into a shadow root.
    const root = link.renderRoot as ShadowRoot;
    // An element that is opened is in a document or a shadow root.
    const active = root.activeElement ?? (link.getRootNode() as Document | ShadowRoot).activeElement;
    // Some browsers do not focus a button that is pressed.
    this.#before = active && active !== document.body ? active : triggerOf(root);
    emit(link, { name: 'svc-open', detail: {} });
  }

  #end(): void {
    if (this.#run) this.#session = this.#run.report.sessionId;
    this.#run?.close();
    this.#run = null;
    this.#failed = false;
    this.#closePopup();
  }

  #closePopup(): void {
    this.#popup?.close();
    this.#popup = undefined;
  }

  render(panel: (body?: unknown) => unknown, label: string, t: Translate): unknown {
    return this.#run ? this.#run.render(panel, label, t) : panel();
  }
}

/** Whether a redirect may have led back to this page. */
const isReturn = ({ link, address }: ModeHost): boolean =>
  link.mode === 'redirect' && /[?&]link_session_id=/.test(address);
