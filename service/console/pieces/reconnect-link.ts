import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { can, type Session } from '../session.js';
import { when } from '../format.js';
import { PageElement } from './page-element.js';
import { problemNote } from './problem-note.js';
import { roleNote } from './role-note.js';

interface Made {
  readonly address: string;
  readonly expiresAt: string;
}

/** Makes a link with which the person renews a broken connection, and shows it for copying. */
export class ReconnectLink extends PageElement {
  static override properties = {
    session: { attribute: false },
    teamId: { attribute: false },
    userId: { attribute: false },
    provider: { attribute: false },
    readAt: { attribute: false },
    made: { state: true },
    making: { state: true },
    makeError: { state: true },
  };

  declare session: Session;
  declare teamId: string;
  declare userId: string;
  declare provider: string;
  /** When the connection was read. A link that has expired by then makes room for a new one. */
  declare readAt: Date | undefined;
  declare private made: Made | undefined;
  declare private making: boolean;
  declare private makeError: unknown;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const hasEnded = this.made && Date.parse(this.made.expiresAt) <= Date.now();
    if (changed.has('provider') || (changed.has('readAt') && hasEnded)) this.made = undefined;
  }

  async #make(): Promise<void> {
    if (this.making) return;
    this.making = true;
    this.makeError = undefined;
    try {
      const { client, orgId } = this.session;
      const { provider } = this;
      const made = await client.createReconnectLink(orgId, this.teamId, this.userId, provider);
      if (provider === this.provider) this.made = { address: made.link_web_url, expiresAt: made.expires_at };
      await this.updateComplete;
      await this.querySelector<PageElement>('console-copy-field')?.updateComplete;
      this.querySelector('input')?.focus();
    } catch (error) {
      this.makeError = error;
    }
    this.making = false;
  }

  protected override render(): TemplateResult {
    if (!can(this.session, 'operate')) return roleNote(this.session, 'operate', 'Making a reconnect link');
    return html`${
      this.made
        ? html`<p>
              Send this link to the person of this user, and to nobody else. It opens in one browser, until
              ${when(this.made.expiresAt)}, and takes only the account that was connected.
            </p>
            <div class="row">
              <console-copy-field
                label="The reconnect link"
                .value=${this.made.address}
                @console-copied=${() => this.announce('Link copied.')}
              ></console-copy-field>
            </div>`
        : html`<button type="button" aria-disabled=${this.making === true} @click=${() => void this.#make()}>
            ${this.making ? 'One moment…' : 'Make a reconnect link'}
          </button>`
    }
    ${this.makeError === undefined ? nothing : problemNote(this.makeError)}`;
  }
}
