import { steps, type Step } from '../flow/index.js';
import type { SvcLink, SvcLinkEventMap } from '../element/index.js';
import { fields, type Action } from './selectors.js';

/** What goes into a form; fields that are left out stay as they are. */
export type FieldValues = { readonly [Name in keyof typeof fields]?: string };

export interface DriveOptions {
  /** Milliseconds after which a wait rejects, 5,000 by default. */
  readonly timeout?: number;
}

/** Drives one widget. A method that waits in vain rejects, and says what was shown. */
export interface Driver {
  /** The step that is shown. */
  readonly step: Step;
  /** The heading that is shown, in one line. */
  readonly heading: string;
  /** Everything that a person is told, in one line: not the letter in place of a logo, which is for the eye alone. */
  readonly text: string;
  /** What is wrong with the form that is shown, or null. */
  readonly fieldError: string | null;
  /** Resolves once this step is shown; at once if it is shown now. */
  waitFor(step: Step): Promise<void>;
  /** The detail of the next event of this name. Ask before what causes it. */
  next<Name extends keyof SvcLinkEventMap>(name: Name): Promise<SvcLinkEventMap[Name]['detail']>;
  /** Chooses a provider in the picker by its name, as it is shown. */
  choose(provider: string): Promise<void>;
  /** Types into the fields of the step that is shown. */
  fill(values: FieldValues): Promise<void>;
  /** Presses the one button that sends the form. */
  submit(): Promise<void>;
  /** Presses a button: the first of its part, or the one with these words. */
  press(action: Action, words?: string): Promise<void>;
}

/**
 * Drives a `<svc-link>` in a page's own tests, without a look into its shadow root. In the modes `frame`, `window`
 * and `redirect` what a person does happens on the hosted page, out of a page's reach: there only the events are.
 */
export function drive(link: SvcLink, { timeout = 5000 }: DriveOptions = {}): Driver {
  // The element has no shadow root before it is in the page.
  const root = (): ShadowRoot | SvcLink => link.shadowRoot ?? link;
  const one = <E extends HTMLElement>(selector: string): E | null => root().querySelector<E>(selector);

  /** Looks after every change until there is something to be found. */
  const until = <T>(what: string, find: () => T | null | undefined | false): Promise<T> =>
    new Promise((resolve, reject) => {
      const found = (): boolean => {
        const value = find();
        if (!value) return false;
        end();
        resolve(value);
        return true;
      };
      // What is announced is a child of the element, so that its root is found once it is there.
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
      // A step whose code or words are still loading has come, and is not shown.
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
          // The event of this name has this type, which the compiler does not see through addEventListener.
          resolve((event as CustomEvent).detail);
        };
        link.addEventListener(name, heard, { once: true });
      }),
    async choose(provider) {
      await until('picker', () => stepOf(link) === 'select-provider');
      const search = one<HTMLInputElement>(fields.search);
      // A long list draws only the rows in sight.
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

/** The step, as the element's custom state says it; by what is shown if the environment knows no custom states. */
function stepOf(link: SvcLink): Step {
  if (!knowsStates(link)) return shownStep(link);
  return steps.find((step) => link.matches(`:state(${step})`)) ?? 'closed';
}

/** jsdom and happy-dom do not know the selector: one of them throws, the other finds nothing. */
function knowsStates(link: SvcLink): boolean {
  if (!('CustomStateSet' in globalThis)) return false;
  try {
    link.matches(':state(loading)');
    return true;
  } catch {
    return false;
  }
}

/** What tells a step from those below it; closed shows nothing. */
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

/** What a person is told by it: without what is there for the eye alone, such as the letter in place of a logo. */
function oneLine(element: Element | null): string {
  // The copy of an element is one.
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove();
  return (copy?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Puts a value in as typing does: the field has the focus, and says that it changed. */
function type(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  field.focus();
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
