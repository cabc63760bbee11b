import { textOf, type Piece } from '../messages/index.js';
import { namesApart } from './names-apart.js';
import { screenWord } from './speech.js';
import type { Screen } from './texts.js';

interface Choice {
  readonly label: string;
  readonly press: () => void;
}

/** What a person is asked on their phone. */
export interface Question {
  readonly title: readonly Piece[];
  readonly facts: readonly (readonly Piece[])[];
  readonly warning: readonly Piece[];
  /** The number that is typed on the computer in place of a yes here. */
  readonly number: { readonly label: string; readonly digits: string } | null;
  readonly yes: Choice | null;
  readonly no: Choice;
}

/** Adopted and not linked: the styles come with this chunk, and the page's CSP allows them. */
const styles = `
  .asked {
    inline-size: 100%;
    margin-block-start: 0.5rem;
    display: grid;
    gap: 0.75rem;
  }
  .asked p,
  .asked button {
    margin: 0;
  }
  .asked .warning {
    padding: 0.75rem 0.875rem;
    color: var(--ink);
    background: var(--subtle);
    border: 1px solid var(--line);
    border-radius: 0.75rem;
    text-align: start;
  }
  .asked output {
    font-size: 2rem;
    font-weight: 650;
    letter-spacing: 0.12em;
    font-variant-numeric: tabular-nums;
    color: var(--ink);
  }
  .asked button[aria-disabled] {
    opacity: 0.6;
    cursor: default;
  }
  /* It must exist before it has text. */
  .asked [role='status']:empty {
    margin-block-start: -0.75rem;
  }
  .asked .quiet {
    color: var(--ink);
    background: none;
    border-color: var(--quiet);
  }
`;

// index.html has the elements that are asked for.
const one = <E extends Element>(selector: string): E => document.querySelector(selector) as E;

function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.append(...content);
  return element;
}

/** The buttons, of which one can be pressed once. Then all wait, and say so: the answer takes as long as the network. */
function choices(...offered: readonly (readonly [choice: Choice, className: string])[]): HTMLElement[] {
  const waits = made('p', '');
  waits.setAttribute('role', 'status');
  const buttons = offered.map(([{ label, press }, className]) => {
    const button = made('button', className, label);
    button.type = 'button';
    button.addEventListener('click', () => {
      if (button.hasAttribute('aria-disabled')) return;
      // Not `disabled`, which would lose the focus.
      for (const each of buttons) each.setAttribute('aria-disabled', 'true');
      document.body.dataset['look'] = 'busy';
      waits.textContent = screenWord('starting', 'title');
      press();
    });
    return button;
  });
  return [...buttons, waits];
}

let hasStyles = false;

/** Shows a screen of words, in place of the page's own. */
export function sayAlone(
  look: Screen['look'],
  title: readonly Piece[],
  text: readonly (string | Piece)[],
  ...more: readonly Node[]
): void {
  if (!hasStyles) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    hasStyles = true;
  }
  document.body.dataset['look'] = look;
  document.title = textOf(title, document.documentElement.lang);
  one('h1').replaceChildren(...namesApart(title));
  one('.text').replaceChildren(...namesApart(text));
  one<HTMLButtonElement>('main > button').hidden = true;
  document.querySelector('.asked')?.remove();
  if (more.length > 0) one('main').append(made('div', 'asked', ...more));
}

export function askPerson({ title, facts, warning, number, yes, no }: Question): void {
  const [first = [], ...others] = facts;
  sayAlone(
    'idle',
    title,
    first,
    ...others.map((fact) => made('p', '', ...namesApart(fact))),
    made('p', 'warning', ...namesApart(warning)),
    ...(number ? [made('p', '', number.label), digitsOf(number.digits)] : []),
    ...choices(...(yes ? [[yes, ''] as const] : []), [no, 'quiet']),
  );
}

/** The digits in two groups, which are easier to copy and can wrap in large text; from left to right in every language. */
function digitsOf(digits: string): HTMLElement {
  const shown = made('output', '', `${digits.slice(0, 3)} ${digits.slice(3)}`);
  shown.dir = 'ltr';
  return shown;
}
