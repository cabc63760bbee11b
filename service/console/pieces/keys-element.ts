import { html, nothing, type TemplateResult } from 'lit';
import { BeforeLeaving } from './before-leaving.js';
import type { Confirm, Options } from './confirm.js';
import type { KeyActions, ShownKey } from './key-table.js';
import { can, type Session } from '../session.js';
import { Load } from './load.js';
import type { On } from './on.js';
import { PageElement } from './page-element.js';
import { problemNote } from './problem-note.js';
import { roleNote } from './role-note.js';

/** How long a new key lives, in days; empty for ever. */
const lives: Options = [
  ['', 'never'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
];

/** How long the old key still works after a rotation, in seconds. */
const overlaps: Options = [
  ['86400', 'in a day'],
  ['3600', 'in an hour'],
  ['604800', 'in 7 days'],
  ['0', 'now'],
];

/** For a key from the service's settings. Deleting it stops it anyway: a leaked key cannot wait for a restart. */
const comesBack =
  'The service’s settings name this key: it comes back at the next start, unless SVC_API_KEY or SVC_MANAGEMENT_KEY names another one by then.';

/** A new key, with the secret key itself. */
interface NewKey extends ShownKey {
  readonly key: string;
}

/** The common part of both lists of keys: the form, the new key that is shown once, and the question before a deletion. */
export abstract class KeysElement<Key extends ShownKey> extends PageElement {
  static override properties = {
    session: { attribute: false },
    made: { state: true },
    making: { state: true },
    makeError: { state: true },
    isOver: { state: true },
  };

  protected readonly list = new Load<readonly Key[]>(this, (signal) => this.read(signal));

  declare private made: NewKey | undefined;
  declare private making: boolean;
  declare private makeError: unknown;
  /** Whether the session has ended, or ends with the next request. */
  declare private isOver: boolean;

  /** Whether the person has copied the new key. */
  #copied = false;

  declare session: Session;

  constructor() {
    super();
    new BeforeLeaving(this, {
      isNeeded: () => this.making || (this.made !== undefined && !this.#copied),
      dialog: () => this.#confirm,
      question: {
        title: 'Leave without the new key?',
        text: 'You haven’t copied it, nor confirmed that you’ve saved it. It’s shown only this once: if you leave, nobody can see it again.',
        action: 'Leave',
      },
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('console-ended', this.#ended);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('console-ended', this.#ended);
  }

  protected abstract read(signal: AbortSignal): Promise<readonly Key[]>;
  protected abstract make(form: HTMLFormElement): Promise<NewKey>;
  protected abstract delete(key: Key): Promise<unknown>;
  protected abstract rotate(key: Key, overlap_seconds: number): Promise<NewKey>;
  /** The use of the new key, as a sentence. */
  protected abstract readonly use: string;
  /** What happens to the users of the key if it is deleted. */
  protected abstract lossOf(key: Key): string;

  protected override firstUpdated(): void {
    void this.list.run();
  }

  /** Sends the form. The input stays until the key is created. */
  protected readonly submit = async (event: On<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (this.making || this.made) return;
    const form = event.currentTarget;
    this.making = true;
    this.makeError = undefined;
    try {
      this.#show(await this.make(form));
      form.reset();
      void this.list.run();
    } catch (error) {
      this.makeError = error;
    }
    this.making = false;
  };

  #show(made: NewKey): void {
    this.made = made;
    this.#copied = false;
  }

  #focusNew(): void {
    this.querySelector<HTMLElement>('#created-title')?.focus();
  }

  get #confirm(): Confirm | null {
    return this.querySelector<Confirm>('console-confirm');
  }

  /** The actions of a key's buttons; undefined if the person may only look. */
  protected get actions(): KeyActions<Key> | undefined {
    if (!can(this.session, 'own') || this.isOver) return undefined;
    const rotateWaits = this.made && 'unsaved';
    return { rotate: (key) => this.#askToRotate(key), rotateWaits, remove: (key) => this.#askToDelete(key) };
  }

  #askToRotate(key: Key): void {
    // The next new key would replace this one, which is shown nowhere else.
    if (this.making || this.made) return;
    const isOwn = key.id === this.session.keyId;
    void this.#confirm?.ask({
      title: `Rotate the key “${key.name}”?`,
      text:
        'A new key takes its place. The old one goes on for a while, so that nothing stops until the new one is in use.' +
        (isOwn ? ' This is the key you’re signed in with: when it ends, you’ll be signed out.' : ''),
      action: 'Rotate the key',
      harmless: true,
      choice: { label: 'The old key ends', options: overlaps },
      run: async (overlap) => {
        this.making = true;
        try {
          this.#show(await this.rotate(key, Number(overlap)));
        } finally {
          this.making = false;
        }
        // A request with a key that has ended signs the person out. The new key would be lost, because it is shown nowhere
        // else.
        this.isOver = isOwn && overlap === '0';
        if (!this.isOver) await this.list.run();
      },
      // The dialog has put the focus back on the button, which may be gone.
      done: () => this.#focusNew(),
    });
  }

  #askToDelete(key: Key): void {
    void this.#confirm?.ask({
      title: `Delete the key “${key.name}”?`,
      text: key.in_settings ? `${this.lossOf(key)} ${comesBack}` : this.lossOf(key),
      action: 'Delete the key',
      run: async () => {
        await this.delete(key);
        if (key.id === this.made?.id) this.made = undefined;
        await this.list.run();
      },
      done: () => {
        this.announce(`The key “${key.name}” is deleted.${key.in_settings ? ` ${comesBack}` : ''}`);
        // The focused button was removed with its row.
        this.querySelector('h1')?.focus();
      },
    });
  }

  protected form(fields: TemplateResult | typeof nothing): TemplateResult {
    if (!can(this.session, 'own')) return roleNote(this.session, 'own', 'Making, rotating and deleting keys');
    return html`<console-created
        .secret=${this.made?.key ?? null}
        .name=${this.made?.name ?? ''}
        .use=${this.use}
        @console-copied=${() => (this.#copied = true)}
        @console-kept=${this.#kept}
      ></console-created>
      ${this.isOver ? this.#overNote() : this.#newKey(fields)}
      <console-confirm></console-confirm>`;
  }

  /** A new key that was not saved outlasts the session. */
  readonly #ended = (event: Event): void => {
    if (!this.made) return;
    event.preventDefault();
    this.isOver = true;
    this.#confirm?.withdraw();
    // What had the focus is gone.
    void this.updateComplete.then(() => this.#focusNew());
  };

  readonly #kept = (): void => {
    this.made = undefined;
    // This request is refused now, which leads to the sign-in.
    if (this.isOver) void this.list.run();
    else this.querySelector('h1')?.focus();
  };

  #overNote(): TemplateResult {
    return html`<p>
      Your sign-in has ended. Once you’ve saved the new key you’ll be signed out, and can sign in again.
    </p>`;
  }

  #newKey(fields: TemplateResult | typeof nothing): TemplateResult {
    return html`<form class="card" @submit=${this.submit} aria-labelledby="new-key">
      <h2 id="new-key">New key</h2>
      <div class="row">
        <div class="field">
          <label for="name">Name</label>
          <input id="name" name="name" required maxlength="100" pattern=".*\\S.*" autocomplete="off" />
        </div>
        ${fields}
        <div class="field">
          <label for="life">Ends</label>
          <select id="life" name="life">
            ${lives.map(([days, words]) => html`<option value=${days}>${words}</option>`)}
          </select>
        </div>
        <button
          class="primary"
          aria-disabled=${this.making || this.made !== undefined}
          aria-describedby=${this.made ? 'unsaved' : nothing}
        >
          ${this.making ? 'One moment…' : 'Create key'}
        </button>
      </div>
      ${this.made ? html`<p id="unsaved" class="muted">Save the new key above first. Then you can make or rotate another one.</p>` : nothing}
      ${this.makeError === undefined ? nothing : problemNote(this.makeError)}
    </form>`;
  }
}

/** The text in a field of the form. */
export const textOf = (form: HTMLFormElement, name: string): string =>
  String(new FormData(form).get(name) ?? '').trim();

/** The end of a new key, according to the form. */
export function endOf(form: HTMLFormElement): string | null {
  const days = Number(textOf(form, 'life'));
  return days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString();
}
