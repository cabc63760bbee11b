import { html, nothing, type TemplateResult } from 'lit';
import type { On } from '../pieces/on.js';
import { PageElement } from '../pieces/page-element.js';
import { problemMessage } from '../pieces/problem-note.js';
import { apiKeyProblem, keyProblemOf, noKeyProblem, type Problem } from '../problem.js';
import { faultOf, signInByKey, type Way } from '../session.js';

/** The results of a sign-in at the identity provider, by the word in the address. */
const refusals: Readonly<Record<string, readonly [title: string, text: string]>> = {
  cancelled: ['You weren’t signed in', 'The sign-in was cancelled. Try again when you like.'],
  expired: ['The sign-in took too long', 'It has to be done within 10 minutes, in this browser. Try again.'],
  failed: [
    'The sign-in didn’t work',
    'The answer of your organization’s sign-in was not accepted. Try again. If it keeps happening, check the service’s log.',
  ],
  no_role: [
    'You have no role here',
    'Whoever runs your organization’s sign-in can give you one: to look, to operate or to own.',
  ],
  unreachable: [
    'Your organization’s sign-in can’t be reached',
    'Try again in a moment. If it keeps happening, check the service’s log.',
  ],
};
const ended = ['Your session has ended', 'Sign in again, and you come back to where you were.'] as const;

/**
 * Signs people in at the identity provider, or, in the sandbox, with a form for a management key. The key is sent to the
 * service and kept in the session's memory; it is not stored.
 */
export class SignIn extends PageElement {
  static override properties = {
    way: { attribute: false },
    why: { attribute: false },
    stopped: { attribute: false },
    refused: { attribute: false },
    busy: { state: true },
    problem: { state: true },
  };

  /** How people sign in. */
  declare way: Way;
  /** Why a sign-in at the identity provider failed. */
  declare why: string | null;
  /** Whether a person was signed in until the service refused the key. */
  declare stopped: boolean;
  /** Called when the service refuses a key that it has accepted before. */
  declare refused: () => void;
  declare private busy: boolean;
  declare private problem: Problem | undefined;

  readonly #submit = (event: On<HTMLFormElement>): void => {
    event.preventDefault();
    if (!this.busy) void this.#signIn(event.currentTarget);
  };

  async #signIn(form: HTMLFormElement): Promise<void> {
    // The input belongs to this form.
    const field = form.elements.namedItem('key') as HTMLInputElement;
    const key = field.value.trim();
    const fault = faultOf(key);
    this.problem = fault && (fault === 'api-key' ? apiKeyProblem : noKeyProblem);
    if (!fault) {
      this.busy = true;
      try {
        const detail = await signInByKey(key, () => this.refused());
        this.dispatchEvent(new CustomEvent('console-signed-in', { detail, bubbles: true }));
        return;
      } catch (error) {
        this.problem = keyProblemOf(error);
      } finally {
        this.busy = false;
      }
    }
    await this.updateComplete;
    field.focus();
    field.select();
  }

  #atProvider(): TemplateResult {
    const failure = this.stopped
      ? ended
      : this.why === null
        ? undefined
        : (refusals[this.why] ?? refusals['failed']);
    return html`${
        failure
          ? html`<p class="problem" role="alert"><strong>${failure[0]}.</strong> ${failure[1]}</p>`
          : nothing
      }
      <p>Your organization’s sign-in page opens, and leads back here.</p>
      <button
        type="button"
        class="primary"
        @click=${() => location.assign(`/console/sign-in?to=${encodeURIComponent(location.hash)}`)}
      >
        Sign in
      </button>`;
  }

  #notSetUp(): TemplateResult {
    return html`<p class="problem" role="alert">
        <strong>Nobody can sign in here yet.</strong> A key is taken only where nobody but its own machine
        reaches the service. Whoever runs it names an identity provider in its settings:
      </p>
      <pre tabindex="0" role="region" aria-label="Settings"><code>CONSOLE_OIDC_ISSUER
CONSOLE_OIDC_CLIENT_ID
CONSOLE_OIDC_CLIENT_SECRET
CONSOLE_OIDC_ROLES</code></pre>`;
  }

  protected override render(): TemplateResult {
    const how =
      this.way === 'oidc' ? this.#atProvider() : this.way === 'none' ? this.#notSetUp() : this.#byKey();
    return html`<main class="alone">
      <p class="brand">svc-link <span>Console</span></p>
      <h1 tabindex="-1">Sign in</h1>
      ${how}
    </main>`;
  }

  #byKey(): TemplateResult {
    const { problem, busy } = this;
    return html`${
        this.stopped && !problem
          ? html`<p class="problem" role="alert">
              <strong>The key no longer works.</strong> It was deleted, or ended, while you were signed in.
              Sign in with another one.
            </p>`
          : nothing
      }
      <form @submit=${this.#submit}>
        <input type="text" name="username" autocomplete="username" value="management key" hidden />
        <label for="key">Management key</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="current-password"
          spellcheck="false"
          required
          aria-invalid=${problem ? 'true' : nothing}
          aria-describedby="key-problem key-help"
        />
        <div id="key-problem">${problem ? problemMessage(problem) : nothing}</div>
        <p class="small muted" id="key-help">
          It starts with <code>mk_</code> or <code>tmk_</code>. This page keeps it in memory only: reloading
          or leaving the page signs you out.
        </p>
        <button class="primary" aria-disabled=${busy}>${busy ? 'Signing in…' : 'Sign in'}</button>
      </form>
      <details>
        <summary>I don’t have a key</summary>
        <p>Whoever runs the service can create one, for the whole organization or for some teams:</p>
        <pre tabindex="0" role="region" aria-label="Commands"><code>npx svc-service keys create --org ORG_ID
npx svc-service keys create --management --team TEAM_ID</code></pre>
        <p>
          A service that <code>npm start</code> runs on your own machine has one from the start:
          <code>mk_sandbox_local</code>.
        </p>
      </details>`;
  }
}
