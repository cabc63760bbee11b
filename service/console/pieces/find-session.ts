import { html, nothing, type TemplateResult } from 'lit';
import { fragmentOf } from '../route.js';
import type { Session } from '../session.js';
import { type Sought, soughtBy } from '../sought.js';
import { PageElement } from './page-element.js';
import { problemNote } from './problem-note.js';

type ClientUserId = Extract<Sought, { readonly kind: 'client-user-id' }>;

/** A field that finds link sessions by anything that a person who asks for help can name. */
export class FindSession extends PageElement {
  static override properties = {
    session: { attribute: false },
    teamId: { attribute: false },
    fault: { state: true },
    findError: { state: true },
    finding: { state: true },
  };

  declare session: Session;
  declare teamId: string;
  declare private fault: string | undefined;
  declare private findError: unknown;
  declare private finding: boolean;
  #underWay: AbortController | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#giveUp();
  }

  /** Aborts the request, because its answer is not needed any more. */
  readonly #giveUp = (): void => {
    this.#underWay?.abort();
    this.finding = false;
  };

  async #find(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const field = this.querySelector('input');
    const sought = soughtBy(field?.value ?? '');
    this.findError = this.fault = undefined;
    // The same words become a new node, which is read out again.
    await this.updateComplete;
    if (!sought) this.fault = 'Type or paste an ID or a time first.';
    else if (sought.kind !== 'client-user-id') return this.#go(sought.value);
    else if (!this.finding) await this.#findUser(sought);
    if (this.fault !== undefined) field?.focus();
  }

  /** A team's server may use people's names as user ids, so the address holds our user id instead. */
  async #findUser({ value: client_user_id, looksLikeTime }: ClientUserId): Promise<void> {
    const { signal } = (this.#underWay = new AbortController());
    const from = location.hash;
    this.finding = true;
    try {
      const { client, orgId } = this.session;
      const call = { signal };
      const { data, user_id } = await client.findLinkSessions(orgId, this.teamId, { client_user_id }, call);
      // If the person has opened another page meanwhile, stays there.
      if (signal.aborted || location.hash !== from) return this.#giveUp();
      const [first] = data;
      if (first) this.#go(first.user_id);
      // A user who was imported, or has not opened a link yet, still has a page.
      else if (user_id) location.hash = fragmentOf({ view: 'user', teamId: this.teamId, item: user_id });
      else
        this.fault = looksLikeTime
          ? 'If this is a time, write it as 2026-11-23 18:05, or 2026-11-23 18:05 +02:00.'
          : 'No user of this team has that client_user_id.';
    } catch (error) {
      if (signal.aborted) return;
      this.findError = error;
    }
    this.finding = false;
  }

  #go(item: string): void {
    const fragment = fragmentOf({ view: 'team', teamId: this.teamId, tab: 'links', item });
    // The page that shows this already is told, because its address does not change.
    if (location.hash === fragment) this.dispatchEvent(new Event('console-sought'));
    else location.hash = fragment;
  }

  protected override render(): TemplateResult {
    const { fault } = this;
    return html`<form
      class="card find"
      role="search"
      aria-label="Link sessions"
      @submit=${this.#find}
      novalidate
    >
      <label for="sought">Find what happened in a link</label>
      <div class="row">
        <input
          id="sought"
          name="sought"
          type="text"
          maxlength="200"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          @input=${this.#giveUp}
          aria-describedby="sought-help${fault === undefined ? '' : ' sought-fault'}"
          aria-invalid=${fault === undefined ? 'false' : 'true'}
        />
        <button class="primary" aria-disabled=${this.finding === true}>Find</button>
      </div>
      <p id="sought-help" class="small muted">
        The reference that the person sees (a <code>request_id</code>), a <code>link_session_id</code>, a
        user’s ID or <code>client_user_id</code>, or a time such as 2026-11-23 18:05, of your zone unless it
        names another: 2026-11-23 18:05 UTC, or +02:00.
      </p>
      ${fault === undefined ? nothing : html`<p id="sought-fault" class="bad" role="alert">${fault}</p>`}
      ${this.findError === undefined ? nothing : problemNote(this.findError)}
    </form>`;
  }
}
