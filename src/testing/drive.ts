import { steps, type Step } from '../flow/index.js';
import type { SvcLink, SvcLinkEventMap } from '../element/index.js';
import { fields, type Action } from './selectors.js';

/** The values to type into a form; fields that are left out stay as they are. */
export type FieldValues = { readonly [Name in keyof typeof fields]?: string };

export interface DriveOptions {
  /** Milliseconds after which a wait rejects, 5,000 by default. */
  readonly timeout?: number;
}

/** Drives one widget. A method that waits too long rejects, and the error says what was shown. */
export interface Driver {
  /** The step that is shown. */
  readonly step: Step;
  /** The heading that is shown, in one line. */
  readonly heading: string;
  /** All text for a person, in one line, without purely visual text such as the letter that replaces a logo. */
  readonly text: string;
  /** The error that the shown form has, or null. */
  readonly fieldError: string | null;
  /** Resolves once this step is shown, which may be at once. */
  waitFor(step: Step): Promise<void>;
  /** Resolves with the detail of the next event of this name. Call it before the action that causes the event. */
  next<Name extends keyof SvcLinkEventMap>(name: Name): Promise<SvcLinkEventMap[Name]['detail']>;
  /** Chooses a provider in the picker by its name, as the picker shows it. */
  choose(provider: string): Promise<void>;
  /** Types into the fields of the shown step. */
  fill(values: FieldValues): Promise<void>;
  /** Presses the button that sends the form. */
  submit(): Promise<void>;
  /** Presses a button by its part: the first one, or the one with these words. */
  press(action: Action, words?: string): Promise<void>;
}

/**
 * Drives a `<svc-link>` in a page's own tests, so that they need not look into its shadow root. In the modes `frame`,
 * `window` and `redirect` a person acts on the hosted page, which a page cannot reach: there only the events work.
 */
export function drive(link: SvcLink, { timeout = 5000 }: DriveOptions = {}): Driver {
  // The element has no shadow root before it is in the page.
  const root = (): ShadowRoot | SvcLink => link.shadowRoot ?? link;
  const one = <E extends HTMLElement>(selector: string): E | null => root().querySelector<E>(selector);

  /** Calls `find` after every change until it returns something. */
  const until = <T>(what: string, find: () => T | null | undefined | false): Promise<T> =>
    new Promise((resolve, reject) => {
      const found = (): boolean => {
        const value = find();
        if (!value) return false;
        end();
        resolve(value);
        return true;
      };
      // Announcements are children of the element, so watching it also notices when its root appears.
      const watch = (): void => {
        for (const node of [link, root()])
          observer.observe(node, { subtree: true, childList: true, attributes: true, characterData: true });
      };
      const observer = new MutationObserver(() => void (found() || watch()));
      const timer = setTimeout(() => {
        end();
        reject(new Error(`svc-link: no ${what} within ${timeout} ms. ${shown()}`));
      }, timeout);
      const end = (): void => {
        clearTimeout(timer);
        observer.disconnect();
      };
      if (!found()) watch();
    });

  const shown = (): string => {
    const words = `Step "${stepOf(link)}" shows: ${oneLine(one('[part=panel]')) || 'nothing'}`;
    return link.isConnected ? words : `${words}. The element is not in the page`;
  };

  const press = async (what: string, find: () => HTMLElement | null | undefined): Promise<void> => {
    const button = await until(what, () => {
      const candidate = find();
      return candidate?.getAttribute('aria-disabled') === 'true' ? null : candidate;
    });
    button.focus();
    button.click();
    await link.updateComplete;
  };

  return {
    get step() {
      return stepOf(link);
    },
    get heading() {
      return oneLine(one('[part=title]'));
    },
    get text() {
      return oneLine(one('[part=panel]'));
    },
    get fieldError() {
      return oneLine(one('[part~=field-error]')) || null;
    },
    async waitFor(step) {
      // A step can be current and not shown yet, while its code or words are loading.
      const isShown = (): boolean => step === 'loading' || !one('[role=progressbar]');
      await until(`step "${step}"`, () => stepOf(link) === step && isShown());
    },
    next: (name) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          link.removeEventListener(name, heard);
          reject(new Error(`svc-link: no ${name} within ${timeout} ms. ${shown()}`));
        }, timeout);
        const heard = (event: Event): void => {
          clearTimeout(timer);
          // The event of this name has this type, but `addEventListener` hides that from the compiler.
          resolve((event as CustomEvent).detail);
        };
        link.addEventListener(name, heard, { once: true });
      }),
    async choose(provider) {
      await until('picker', () => stepOf(link) === 'select-provider');
      const search = one<HTMLInputElement>(fields.search);
      // A long list draws only the visible rows, so search for the provider.
      if (search) type(search, provider);
      const named = (button: Element): boolean =>
        oneLine(button.querySelector('[part=provider-name]')) === provider;
      await press(`provider "${provider}"`, () =>
        [...root().querySelectorAll<HTMLElement>('[part=provider]')].find(named),
      );
    },
    async fill(values) {
      for (const [name, value] of Object.entries(values)) {
        // Only the names of `fields` are in FieldValues.
        const selector = fields[name as keyof typeof fields];
        type(
          await until(`field "${name}"`, () => one<HTMLInputElement | HTMLSelectElement>(selector)),
          value,
        );
      }
      await link.updateComplete;
    },
    submit: () => press('form to send', () => one('[part=submit]')),
    press: (action, words) =>
      press(`${action}${words ? ` "${words}"` : ''}`, () =>
        [...root().querySelectorAll<HTMLElement>(`[part~=${action}]`)].find(
          (button) => words === undefined || (button.ariaLabel ?? oneLine(button)) === words,
        ),
      ),
  };
}

/** The step, from the element's custom state. If the environment has no custom states, from what is shown. */
function stepOf(link: SvcLink): Step {
  if (!knowsStates(link)) return shownStep(link);
  return steps.find((step) => link.matches(`:state(${step})`)) ?? 'closed';
}

/** jsdom and happy-dom do not know `:state()`: one of them throws, the other finds nothing. */
function knowsStates(link: SvcLink): boolean {
  if (!('CustomStateSet' in globalThis)) return false;
  try {
    link.matches(':state(loading)');
    return true;
  } catch {
    return false;
  }
}

/** The first selector that matches names the step; `closed` shows nothing. */
const shownBy = {
  loading: '[role=progressbar]',
  'select-provider': '[part=provider-list], [part=empty]',
  challenge: fields.code,
  'sign-in': fields.password,
  done: '[part=done]',
  problem: '[part=problem]',
  connecting: '[part=progress]',
  disconnect: '[role=group]',
  authorize: '.pair',
  handoff: '[part=panel]',
} satisfies Record<Exclude<Step, 'closed'>, string>;

const shownStep = (link: SvcLink): Step =>
  // Its keys are steps.
  (Object.keys(shownBy) as (keyof typeof shownBy)[]).find((step) =>
    link.shadowRoot?.querySelector(shownBy[step]),
  ) ?? 'closed';

/** The text of an element in one line, without purely visual text such as the letter that replaces a logo. */
function oneLine(element: Element | null): string {
  // The copy of an element is an element.
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove();
  return (copy?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Sets a value as typing does: the field has the focus and sends events about the change. */
function type(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  field.focus();
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
