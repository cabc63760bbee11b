import { html, nothing, type TemplateResult } from 'lit';
import { deliveryStatuses, type Webhook, type WebhookDelivery } from 'svc-link/contract';
import { counted } from '../format.js';
import type { Confirm } from '../pieces/confirm.js';
import { goOnIn } from '../pieces/go-on.js';
import { Load } from '../pieces/load.js';
import type { On } from '../pieces/on.js';
import { PageElement } from '../pieces/page-element.js';
import { Poll } from '../pieces/poll.js';
import { problemNote } from '../pieces/problem-note.js';
import { roleNote } from '../pieces/role-note.js';
import { fragmentOf } from '../route.js';
import { can, type Session } from '../session.js';
import { deliveryTable, isDue, noDelivery, statusNames, type Status } from './delivery-table.js';
import { replayAllButton } from './replay-all-button.js';
import { backToKept, SentAgain, withKept, type DeliveryPage } from './sent-again.js';
import { disabledNote, webhookState } from './webhooks.js';

/**
 * How many of the latest deliveries are shown at first, and added with each "more"; and the most that the service returns
 * at once.
 */
const step = 25;
const mostAtOnce = 50;

interface Log {
  readonly webhook: Webhook;
  /** The filter of the list. */
  readonly status: Status | undefined;
  readonly deliveries: readonly WebhookDelivery[];
  readonly next: string | null;
}

/** The deliveries of a webhook with their results, and buttons to send them again. */
export class DeliveriesView extends PageElement {
  static override properties = {
    session: { attribute: false },
    teamId: { attribute: false },
    webhookId: { attribute: false },
    status: { state: true },
    error: { state: true },
    replaying: { state: true },
  };

  readonly #log = new Load<Log>(this, (signal) => this.#read(signal));
  #stop: AbortController | undefined;
  /** How many deliveries to show, if there are so many. Each look reads them again. */
  #wanted = step;

  declare session: Session;
  declare teamId: string;
  declare webhookId: string;
  /** The status that the list is limited to; undefined for all. */
  declare private status: Status | undefined;
  /** The error of the last action. */
  declare private error: unknown;
  /** How many failed deliveries were sent again so far. */
  declare private replaying: number | undefined;
  readonly #sentAgain = new SentAgain();

  constructor() {
    super();
    this.addController(
      new Poll(this, {
        // A due delivery ends within seconds; a retry may be hours away.
        goesOn: () =>
          this.replaying === undefined &&
          (this.#log.value?.deliveries.some((each) => isDue(each) || this.#sentAgain.isUnderWay(each)) ??
            false),
        // A request in progress may ask for more than is shown, and this one would abort it.
        read: () => (this.#log.busy ? Promise.resolve() : this.#log.run()),
        milliseconds: 2000,
      }),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
  }

  protected override firstUpdated(): void {
    void this.#log.run();
  }

  async #read(signal: AbortSignal): Promise<Log> {
    const { status } = this;
    const call = { teamId: this.teamId, signal };
    const [webhook, log] = await Promise.all([
      this.session.client.getWebhook(this.webhookId, call),
      this.#readLog(signal),
    ]);
    const news = signal.aborted ? '' : this.#sentAgain.news(log.deliveries);
    if (news) this.announce(news);
    this.entitle(webhook.url);
    return { webhook, status, ...log };
  }

  /** Deliveries that were sent again stay in their place, with the focus in them, although their status has changed. */
  async #readLog(signal: AbortSignal): Promise<Pick<Log, 'deliveries' | 'next'>> {
    const kept = this.status ? this.#sentAgain.keptOf(this.#log.value?.deliveries ?? []) : [];
    if (kept.length === 0) return this.#readList(signal);
    const call = { teamId: this.teamId, signal };
    const listOf = (status: Status): Promise<DeliveryPage> =>
      backToKept(kept, (next_cursor) => {
        const query = { status, page_size: mostAtOnce, ...(next_cursor !== null && { next_cursor }) };
        return this.session.client.listWebhookDeliveries(this.webhookId, query, call);
      });
    const waiting = await listOf('pending');
    const failed = await listOf('failed');
    const { deliveries, next } = await this.#readList(signal);
    return { deliveries: withKept(deliveries, kept, waiting, failed), next };
  }

  async #readList(signal: AbortSignal): Promise<Pick<Log, 'deliveries' | 'next'>> {
    const call = { teamId: this.teamId, signal };
    const deliveries: WebhookDelivery[] = [];
    let next: string | null = null;
    do {
      const query = {
        page_size: Math.min(this.#wanted - deliveries.length, mostAtOnce),
        ...(this.status && { status: this.status }),
        ...(next !== null && { next_cursor: next }),
      };
      const page = await this.session.client.listWebhookDeliveries(this.webhookId, query, call);
      deliveries.push(...page.data);
      next = page.next_cursor;
    } while (next !== null && deliveries.length < this.#wanted);
    return { deliveries, next };
  }

  async #more(): Promise<void> {
    const before = this.#log.value?.deliveries.length ?? 0;
    this.#wanted += step;
    // If the person has chosen another filter, that request replaces this one, and nothing of this is shown.
    if (!(await this.#log.run())) return;
    const more = (this.#log.value?.deliveries.length ?? 0) - before;
    this.announce(`${counted(more, 'more delivery', 'more deliveries')} shown.`);
    void goOnIn(this, more);
  }

  #choose(value: string): void {
    this.status = deliveryStatuses.find((status) => status === value);
    this.#wanted = step;
    this.#refresh();
  }

  #refresh(): void {
    this.#sentAgain.letGo();
    void this.#log.run();
  }

  #replay(delivery: WebhookDelivery): Promise<void> {
    return this.#try(async () => {
      const call = { teamId: this.teamId };
      const later = await this.session.client.replayWebhookDelivery(this.webhookId, delivery.id, call);
      this.#sentAgain.add(later, { isAwaited: true });
      const log = this.#log.value;
      if (log)
        this.#log.value = {
          ...log,
          deliveries: log.deliveries.map((each) => (each.id === later.id ? later : each)),
        };
      this.announce(`${delivery.event_type} is being sent again.`);
      this.#giveUpEarlier();
    });
  }

  /** A request that began before an action does not know its result, and would overwrite it. */
  #giveUpEarlier(): void {
    if (this.#log.busy) void this.#log.run();
  }

  async #enable(): Promise<void> {
    await this.#try(async () => {
      const changes = { status: 'enabled' } as const;
      const webhook = await this.session.client.updateWebhook(this.webhookId, changes, {
        teamId: this.teamId,
      });
      if (this.#log.value) this.#log.value = { ...this.#log.value, webhook };
      this.#giveUpEarlier();
      this.announce('The webhook is enabled. What failed meanwhile is sent again by Replay only.');
      this.requestUpdate();
      await this.updateComplete;
      // The button that was pressed is gone.
      this.querySelector<HTMLElement>('#replay-all')?.focus();
    });
  }

  /** Runs an action on the list. A failure is shown above the list, which stays. */
  async #try(action: () => Promise<void>): Promise<void> {
    this.error = undefined;
    try {
      await action();
    } catch (error) {
      this.error = error;
      // The webhook may have been disabled meanwhile: the list then offers to enable it.
      void this.#log.run();
    }
    this.requestUpdate();
  }

  /** One button starts and stops this, so that it keeps the focus. */
  #pressReplayAll(): void {
    if (this.replaying !== undefined) return this.#stop?.abort();
    void this.querySelector<Confirm>('console-confirm')?.ask({
      title: 'Send every failed delivery again?',
      text:
        'Everything that failed in the last 30 days goes to the webhook once more, one after the other, with the same ' +
        'webhook-id. A server that checks it handles nothing twice.',
      action: 'Send again',
      run: () => {
        void this.#replayAll();
        return Promise.resolve();
      },
    });
  }

  async #replayAll(): Promise<void> {
    const { signal } = (this.#stop = new AbortController());
    this.replaying = 0;
    await this.#try(async () => {
      const { client } = this.session;
      const call = { teamId: this.teamId, signal };
      try {
        for await (const { id } of client.webhookDeliveries(this.webhookId, { ...call, status: 'failed' })) {
          const later = await client.replayWebhookDelivery(this.webhookId, id, call);
          this.#sentAgain.add(later, { isAwaited: false });
          this.replaying = (this.replaying ?? 0) + 1;
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
    const sent = counted(this.replaying, 'delivery', 'deliveries');
    this.announce(signal.aborted ? `Stopped after ${sent}.` : `${sent} on the way again.`);
    this.replaying = undefined;
    await this.#log.run();
  }

  #table({ webhook, deliveries, next, status: ofStatus }: Log): TemplateResult {
    const off = webhook.status !== 'enabled';
    const isOther = ofStatus !== this.status && this.#log.error !== undefined;
    const may = can(this.session, 'operate');
    const send = (delivery: WebhookDelivery) => void this.#replay(delivery);
    const replay = may ? (off ? 'off' : send) : undefined;
    return html`<p class="facts-line"><span class="name">${webhook.url}</span> ${webhookState(webhook)}</p>
      ${off ? disabledNote(this.session, () => void this.#enable()) : nothing}
      <form class="row" @submit=${(event: Event) => event.preventDefault()}>
        <div class="field">
          <label for="status">Show</label>
          <select
            id="status"
            @change=${({ currentTarget: { value } }: On<HTMLSelectElement>) => this.#choose(value)}
          >
            <option value="">All deliveries</option>
            ${deliveryStatuses.map((status) => html`<option value=${status}>${statusNames[status]}</option>`)}
          </select>
        </div>
        <button type="button" @click=${() => this.#refresh()}>Refresh</button>
        ${
          !may
            ? nothing
            : replayAllButton({ isOff: off, sent: this.replaying, press: () => this.#pressReplayAll() })
        }
      </form>
      ${may ? nothing : roleNote(this.session, 'operate', 'Sending again')}
      ${this.error === undefined ? nothing : problemNote(this.error)}
      ${
        // If the list of this filter could not be loaded, the one of the filter before must not be taken for it.
        isOther ? nothing : deliveries.length === 0 ? noDelivery(ofStatus) : deliveryTable(deliveries, replay)
      }
      ${
        next === null || isOther
          ? nothing
          : html`<button type="button" class="more" @click=${() => void this.#more()}>Show earlier</button>`
      }`;
  }

  protected override render(): TemplateResult {
    return html`<p class="back">
        <a href=${fragmentOf({ view: 'team', teamId: this.teamId, tab: 'webhooks' })}>All webhooks</a>
      </p>
      <h1 tabindex="-1">Deliveries</h1>
      <p class="lead">
        What was sent in the last 30 days. <strong>Replay</strong> sends the same event again, whether or not
        it arrived, with the same <code>webhook-id</code>, and its retries start over.
      </p>
      ${this.#log.render((log) => this.#table(log))}
      <console-confirm></console-confirm>`;
  }
}
