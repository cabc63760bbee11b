// What a person with large text, other colours or no mouse would lose on a page. All checks run in the page.
import type { Page } from '@playwright/test';

/** Runs before the checks: finds our own elements and controls, also in shadow roots. */
const ours = `
  const below = (root) =>
    [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? below(each.shadowRoot) : [])]);
  const link = document.querySelector('svc-link');
  const all = below(link ? link.shadowRoot : document.body).filter(
    (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'),
  );
  const controls = all.filter((each) => each.matches('a[href], button, input, select') );
  const nameOf = (each) =>
    each.localName + ' "' + (each.getAttribute('part') ?? each.className ?? '') + '" ' +
    (each.getAttribute('aria-label') ?? each.textContent).replace(/\\s+/g, ' ').trim().slice(0, 40);
  const isUnseen = (each) => getComputedStyle(each).clipPath !== 'none';
`;

const inFrames = async (page: Page, body: string) => {
  const faults: string[] = [];
  for (const frame of page.frames())
    faults.push(...(await frame.evaluate<string[]>(`(async () => { ${ours} ${body} })()`)));
  return faults;
};

/** Text that cannot be read, because it is beyond the page's edges or cut off by a box that is too small for it. */
export const lostText = (page: Page) =>
  inFrames(
    page,
    `
    const faults = [];
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > edge + 1)
      faults.push('the page scrolls sideways: ' + document.documentElement.scrollWidth + ' of ' + edge);
    for (const each of all) {
      // A field scrolls to what is typed.
      if (isUnseen(each) || each.closest('.skeleton, input')) continue;
      const { overflowX, overflowY } = getComputedStyle(each);
      const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip';
      // What a provider shares is told whole on the next step.
      const isTeaser = each.matches('.resources, [part=provider]:has(.resources)');
      if (!isTeaser && cuts(overflowX) && each.scrollWidth > each.clientWidth + 1)
        faults.push('cut off at the side: ' + nameOf(each));
      if (cuts(overflowY) && each.scrollHeight > each.clientHeight + 1)
        faults.push('cut off at the bottom: ' + nameOf(each));
      if (!each.matches('.resources') && [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())) {
        const range = document.createRange();
        range.selectNodeContents(each);
        const { left, right } = range.getBoundingClientRect();
        if (left < -1 || right > edge + 1) faults.push('beyond the edge: ' + nameOf(each));
      }
    }
    return faults;`,
  );

/** Controls that are out of sight or covered when they have the focus. */
export const hiddenControls = (page: Page) =>
  inFrames(
    page,
    `
    const faults = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    for (const each of controls) {
      // Who has it already moved there before.
      each.blur();
      each.focus();
      await frame();
      const { x, y, width, height } = each.getBoundingClientRect();
      let hit = document.elementFromPoint(x + width / 2, y + height / 2);
      while (hit?.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(x + width / 2, y + height / 2);
        if (!inner || inner === hit) break;
        hit = inner;
      }
      if (!hit || !(each === hit || each.contains(hit) || hit.contains(each) && hit.localName === 'label'))
        faults.push('hidden at the focus: ' + nameOf(each) + ' by ' + (hit && nameOf(hit)));
    }
    return faults;`,
  );

/** Controls that are less than 44 px wide or high. */
export const smallTargets = (page: Page) =>
  inFrames(
    page,
    `
    return controls.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      return Math.min(width, height) >= 43.99 ? [] : ['small: ' + nameOf(each) + ' ' + width + ' × ' + height];
    });`,
  );

/** Controls without an outline when they have the focus, and in forced colours also controls without a border. */
export const lostOutlines = async (page: Page, { forced = false } = {}) => {
  // After a key press, browsers show the focus as for keyboards.
  await page.keyboard.press('Tab');
  return inFrames(
    page,
    `
    const forced = ${forced};
    return controls.flatMap((each) => {
      const boxed = each.matches('input, select, [part~=action], [part~=submit]');
      const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(each);
      const line = borderTopStyle !== 'none' && parseFloat(borderTopWidth) >= 1 && borderTopColor !== backgroundColor;
      each.focus();
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return [
        ...(forced && boxed && !line ? ['no border: ' + nameOf(each)] : []),
        ...(outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? ['no outline: ' + nameOf(each)] : []),
      ];
    });`,
  );
};

/** The text spacing that WCAG 1.4.12 lets people set. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/** Turns text spacing on or off. */
export const spaceOut = async (page: Page, on: boolean) => {
  for (const frame of page.frames())
    await frame.evaluate(
      (css) => {
        window.spaced ??= new window.CSSStyleSheet();
        window.spaced.replaceSync(css);
        for (const root of [document, document.querySelector('svc-link')?.shadowRoot])
          if (root && !root.adoptedStyleSheets.includes(window.spaced))
            root.adoptedStyleSheets.push(window.spaced);
      },
      on ? spacing : '',
    );
};

/** Sets the text size, in percent of the usual size. */
export const sizeText = async (page: Page, percent: number) => {
  for (const frame of page.frames())
    await frame.evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`);
};
