// A control for every variable: two pickers and a text field for a colour, a slider and a text field for a length.
import { hexOf, sidesOf, withSide } from './theming-colours.js';

/** The ranges of the sliders, and their units. */
const ranges = {
  radius: [0, 2, 'rem'],
  'font-size': [0.75, 1.25, 'rem'],
  space: [0.5, 2, 'rem'],
  density: [0.75, 1.25, ''],
  motion: [0, 1, 's'],
  width: [20, 36, 'rem'],
  height: [20, 48, 'rem'],
};

/** The CSS property that must accept a value for the value to be used. */
const meanings = { colour: 'color', length: 'inline-size' };

const fonts = [
  'system-ui, sans-serif',
  "Georgia, 'Times New Roman', serif",
  'ui-rounded, system-ui, sans-serif',
  "'Avenir Next', Avenir, 'Segoe UI', sans-serif",
  "ui-monospace, 'SF Mono', Menlo, monospace",
];

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

const isFont = (name) => name.endsWith('-font');

/** Whether a value is valid for this variable. */
export const isUsable = ({ kind, name }, value) =>
  CSS.supports(isFont(name) ? 'font-family' : (meanings[kind] ?? '--any'), value);

/** Makes the control of one variable. `change` receives the new value, or null to reset the variable. */
function controlOf(variable, change) {
  const { name, label, kind } = variable;
  const short = name.replace('--svc-link-', '');
  const text = make('input', {
    type: 'text',
    spellcheck: false,
    autocomplete: 'off',
    placeholder: 'as it comes',
  });
  text.setAttribute('aria-label', label);
  text.id = `value-${short}`;
  const back = make('button', { type: 'button', className: 'back', title: 'Take back', textContent: '↺' });
  back.setAttribute('aria-label', `Take back ${label}`);
  const row = make('div', { className: `field ${kind}`, title: variable.text });
  row.dataset.name = name;
  const pickers = [];
  let slider;

  text.addEventListener('input', () => {
    const usable = isUsable(variable, text.value);
    text.setAttribute('aria-invalid', String(!usable));
    if (usable) change(name, text.value.trim());
  });
  back.addEventListener('click', () => {
    change(name, null);
    text.focus();
  });

  if (kind === 'colour')
    for (const [side, scheme] of ['light', 'dark'].entries()) {
      const picker = make('input', { type: 'color' });
      picker.setAttribute('aria-label', `${label}, ${scheme}`);
      picker.addEventListener('input', () => change(name, withSide(text.value, side, picker.value)));
      pickers.push(picker);
    }
  const range = ranges[short];
  if (range) {
    const [min, max, unit] = range;
    row.classList.add('length');
    slider = make('input', { type: 'range', min, max, step: unit === 'rem' ? 0.0625 : 0.05 });
    slider.setAttribute('aria-label', `${label}, slider`);
    slider.addEventListener('input', () => change(name, `${Number(slider.value)}${unit}`));
  }
  if (isFont(name)) {
    const list = make(
      'datalist',
      { id: `list-${short}` },
      ...fonts.map((value) => make('option', { value })),
    );
    text.setAttribute('list', list.id);
    row.append(list);
  }
  const head = make('label', { htmlFor: text.id, textContent: label });
  row.append(head, ...pickers, ...(slider ? [slider] : []), text, back);

  return {
    row,
    variable,
    /** Shows a value. `own` is true if the person has changed it. */
    show(value, own) {
      if (document.activeElement !== text || isUsable(variable, text.value)) {
        if (text.value.trim() !== value) text.value = value;
        text.setAttribute('aria-invalid', 'false');
      }
      const sides = sidesOf(value);
      for (const [side, picker] of pickers.entries()) picker.value = hexOf(sides[side]);
      row.toggleAttribute('data-empty', value === '');
      if (slider && value) slider.value = parseFloat(value) / (value.endsWith('px') ? 16 : 1);
      row.toggleAttribute('data-own', own);
      back.hidden = !own;
    },
  };
}

/** Fills the form with the controls of all variables. */
export function createControls(form, variables, change) {
  const controls = variables.map((variable) => controlOf(variable, change));
  for (const { row, variable } of controls)
    form.querySelector(`[data-kind=${variable.kind === 'colour' ? 'colour' : 'shape'}] .fields`).append(row);
  return {
    /** `valueOf(name)` is the current value; `isOwn(name)` says whether the person set it. */
    show(valueOf, isOwn) {
      for (const { variable, show } of controls) show(valueOf(variable.name), isOwn(variable.name));
    },
  };
}
