import type { ReactiveController } from 'lit';
import {
  createFlow,
  type Event,
  type FirstPorts,
  type Flow,
  type HostEvent,
  type LaterPorts,
  type LinkService,
  type Resume,
  type State,
} from '../../flow/index.js';
import { createFirstPorts, type FirstPortsHost } from '../first-ports.js';
import { flowOptions } from '../flow-options.js';
import { LinkAccess } from '../link-access.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import type { LaterSteps } from './later-steps.js';
import type { PartLoader } from './part-loader.js';

/** How the hosted page changes the ports of each run. */
export interface ChangedPorts {
  first(ports: FirstPorts): FirstPorts;
  later(ports: LaterPorts): LaterPorts;
}

/** Called for each run. With `send` the hosted page tells the flow what a page cannot set. */
export type ChangePorts = (send: (event: HostEvent) => void) => ChangedPorts;

/** What a run gets from the rest of the element. */
export interface LinkRunOptions extends FirstPortsHost {
  readonly later: Pick<PartLoader<LaterSteps, unknown>, 'load' | 'part'>;
  readonly warn: Warn;
  /** Whether a run may begin: in a closed dialog it may not. */
  readonly runs: () => boolean;
  readonly changePorts: ChangePorts | undefined;
}

/** A run, whether it has begun or not. */
interface Run {
  readonly access: LinkAccess;
  readonly flow: Flow;
  readonly recall: FirstPorts['recall'];
  /** Absent until the run needs what loads after the first screen. */
  service?: LinkService;
}

/**
 * Owns the flow in this page: begins and ends a run when the element's properties or its place in the page change. Does not own
 * the run's token, nor what is shown.
 */
export class LinkRun implements ReactiveController {
  readonly #link: LinkHost;
  readonly #own: LinkRunOptions;
  #run: Run;
  /** The run before, which may still ask how an attempt ended. */
  #last: Run | undefined;
  #begun = false;
  /** The options as of the last update. */
  #options = '';

  constructor(link: LinkHost, own: LinkRunOptions) {
    this.#link = link;
    this.#own = own;
    this.#run = this.#create();
    link.addController(this);
  }

  get state(): State {
    return this.#run.flow.state;
  }

  /** Undefined until the run needs what loads after the first screen. */
  get service(): LinkService | undefined {
    return this.#run.service;
  }

  /** Whether the run was closed, even before it could begin. A flow without a run is `closed` too, but does not count here. */
  get closed(): boolean {
    return this.state.step === 'closed' && this.state.run > 0;
  }

  readonly send = (event: Event): void => this.#run.flow.send(event);

  close(): void {
    this.send({ type: 'close-requested' });
  }

  restart(): void {
    // An attempt with one token means nothing to the next token, which begins its own run.
    if (this.#begun && this.#run.access.again())
      return this.send({ type: 'restart-requested', options: flowOptions(this.#link) });
    this.forget();
    this.#link.requestUpdate();
  }

  /** Ends the run if there is one, so that the next update begins another. */
  forget(): void {
    const { access, flow } = this.#run;
    access.end();
    if (!this.#begun && this.state.run === 0) return;
    // The old flow sends its last events by itself. The next run gets a new flow.
    this.close();
    release(flow);
    this.#begun = false;
    this.#last = this.#run;
    this.#run = this.#create();
    this.#link.requestUpdate();
  }

  hostConnected(): void {
    this.#link.requestUpdate();
  }

  hostDisconnected(): void {
    // Frameworks move an element by taking it out and putting it back in.
    queueMicrotask(() => {
      if (!this.#link.isConnected) this.forget();
    });
  }

  /** Follows the properties. */
  hostUpdate(): void {
    if (!this.#link.isConnected) return;
    if (!this.#own.runs()) return this.forget();
    const options = flowOptions(this.#link);
    const text = JSON.stringify(options);
    const isNews = this.#begun && text !== this.#options;
    this.#options = text;
    this.#run.access.follow();
    if (isNews) this.send({ type: 'options-changed', options });
  }

  /** The flow can remember something only with the later steps, so it gets them as soon as they have loaded. */
  hostUpdated(): void {
    if (this.state.ready && this.#own.later.part) void this.#run.flow.preload();
  }

  #begin(): void {
    this.#begun = true;
    const { flow, recall } = this.#run;
    const options = flowOptions(this.#link);
    if (!navigator.onLine) flow.send({ type: 'went-offline' });
    const start = (resume: Resume | null): void => {
      if (flow === this.#run.flow && !this.closed) flow.send({ type: 'started', options, resume });
    };
    // The request leaves before anything is drawn.
    const note = recall();
    if (note) void note.then(start);
    else start(null);
  }

  #create(): Run {
    const { later, warn, changePorts } = this.#own;
    const access = new LinkAccess(this.#link, warn, {
      ready: () => this.#begin(),
      refused: () => {
        if (this.state.run === 0) this.send({ type: 'not-configured' });
      },
      replaced: () => this.send({ type: 'token-replaced' }),
      moved: () => {
        this.forget();
        // The next run's token says nothing about an attempt at another service.
        this.#last = undefined;
        this.#run.access.follow();
      },
    });
    const changed = changePorts?.((event) => flow.send(event));
    const own = createFirstPorts(this.#link, access, this.#own, () => this.#last);
    const first = changed?.first(own) ?? own;
    const flow = createFlow(first, async () => {
      const steps = await later.load();
      if (!steps) throw new Error('the later steps did not load');
      const { transition, createPerformers, createLaterPorts } = steps;
      const more = createLaterPorts({
        link: this.#link,
        access,
        state: () => flow.state,
        // The note belongs to the run that began last.
        isLast: () => run === this.#run || !this.#begun,
        warn,
      });
      const ports = { ...first, ...(changed?.later(more) ?? more) };
      run.service = ports.service;
      return { transition, createPerformers: (...given) => createPerformers(ports, ...given) };
    });
    const run: Run = { access, flow, recall: () => first.recall() };
    flow.subscribe(() => this.#link.requestUpdate());
    return run;
  }
}

/**
 * Ends what a closing flow still has under way, once it has sent its last events. Its timers would keep the element in memory.
 */
function release(flow: Flow): void {
  const end = (): void => {
    if (flow.state.exited) flow.dispose();
  };
  flow.subscribe(end);
  end();
}
