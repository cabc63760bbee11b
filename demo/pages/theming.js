// The playground: settings from the address go into the page, and a person's changes go into the address.
import { currentAddress, readAddress, writeAddress } from './theming-address.js';
import { createControls, isUsable } from './theming-controls.js';
import { createSheets, themes } from './theming-css.js';
import { createInspector } from './theming-inspector.js';
import { createStage } from './theming-stage.js';
import { steps } from './theming-steps.js';
import { fetchManifest, readVariables } from './theming-variables.js';
import { tryTo } from './trouble.js';

const $ = (selector) => document.querySelector(selector);
const main = $('.playground');
const form = $('.controls');
const room = $('.room');
const output = $('#css-out');

const languages = {
  en: 'English',
  ar: 'العربية',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  es: 'Español',
  fi: 'Suomi',
  fr: 'Français',
  he: 'עברית',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nb: 'Norsk bokmål',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  sv: 'Svenska',
  tr: 'Türkçe',
  uk: 'Українська',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};

const settings = readAddress();
const sheets = createSheets();
let variables = [];
let controls = null;
/** The promise of the tools while they are being made. */
let making = null;
let inspector = null;

const valueOf = (name) =>
  sheets.ownValueOf(name) ||
  sheets.themeValueOf(name) ||
  variables.find((variable) => variable.name === name)?.initial ||
  '';

/** Shows the current settings everywhere: controls, CSS and address. */
function refresh() {
  document.documentElement.dataset.theme = settings.scheme;
  main.dataset.look = settings.theme;
  room.dir = settings.dir || 'ltr';
  room.style.setProperty('--room', `${settings.room || 440}px`);
  form.elements.namedItem('room-said').value = `${settings.room || 440} px`;
  controls?.show(valueOf, sheets.isOwn);
  const css = sheets.text();
  output.value = css || '/* Nothing differs from the defaults yet. */\n';
  $('#copy').disabled = css === '';
  writeAddress({ ...settings, own: sheets.own() });
}

async function useTheme(name) {
  settings.theme = name;
  await tryTo(sheets.useTheme(name));
  refresh();
}

/** Changes a variable. A change to the value that it has anyway is ignored. */
function change(name, value) {
  sheets.set(name, null);
  if (value !== null && value !== valueOf(name)) sheets.set(name, value);
  refresh();
}

function markStep(name) {
  for (const chip of document.querySelectorAll('.step-chips button'))
    chip.setAttribute('aria-pressed', String(chip.value === name));
}

/** Makes the tools that need a widget, once there is one. */
async function makeTools(link) {
  const manifest = await tryTo(fetchManifest());
  variables = await readVariables(link, manifest);
  // An address may contain anything.
  for (const [name, value] of sheets.own()) {
    const variable = variables.find((each) => each.name === name);
    if (!variable || !isUsable(variable, value)) sheets.set(name, null);
  }
  controls = createControls(form, variables, change);
  inspector = createInspector({
    toggle: $('#inspect'),
    canvas: $('.canvas'),
    outline: $('.outline'),
    said: $('#part-said'),
    previous: $('#previous-part'),
    next: $('#next-part'),
    link: () => stage.link,
    manifest,
  });
  refresh();
}

const stage = createStage(room, main.dataset.service, {
  shown(link) {
    inspector?.forget();
    // Another step may be shown while the tools are being made. If that failed, the next step makes them.
    if (variables.length === 0) making ??= makeTools(link).finally(() => (making = null));
  },
  moved(state) {
    const step = steps.find((each) => each.state === state);
    if (step) markStep(step.name);
  },
});

function goTo(name) {
  settings.step = name === 'picker' ? '' : name;
  markStep(name);
  refresh();
  return stage.show(name);
}

async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    $('#said').textContent = words;
  } catch {
    output.focus();
    output.select();
    $('#said').textContent = 'The browser did not let this page copy. The text above is selected instead.';
  }
}

// The fixed controls.
for (const { name, label } of steps) {
  const chip = Object.assign(document.createElement('button'), {
    type: 'button',
    value: name,
    textContent: label,
  });
  chip.addEventListener('click', () => void goTo(name));
  $('.step-chips').append(chip);
}
for (const { name, label, text } of themes) {
  const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'theme', value: name });
  input.checked = name === settings.theme;
  input.addEventListener('change', () => void useTheme(name));
  const words = Object.assign(document.createElement('span'), { className: 'theme-words' });
  words.append(
    Object.assign(document.createElement('strong'), { textContent: label }),
    Object.assign(document.createElement('span'), { textContent: text }),
  );
  const swatch = Object.assign(document.createElement('span'), { className: 'swatch' });
  swatch.dataset.look = name;
  const card = document.createElement('label');
  card.append(input, swatch, words);
  $('.themes').append(card);
}
form.elements
  .namedItem('locale')
  .append(
    ...Object.entries(languages).map(([value, textContent]) =>
      Object.assign(document.createElement('option'), { value, textContent }),
    ),
  );
for (const name of ['scheme', 'dir', 'locale', 'room']) {
  const field = form.elements.namedItem(name);
  if (settings[name]) {
    field.value = settings[name];
    // A value from the address that the field does not offer is dropped.
    settings[name] = field.value;
  }
  for (const each of field instanceof RadioNodeList ? field : [field])
    each.addEventListener('input', () => {
      settings[name] = name === 'room' && each.value === '440' ? '' : each.value;
      stage.setLocale(settings.locale);
      refresh();
    });
}
form.addEventListener('submit', (event) => event.preventDefault());
$('#copy').addEventListener(
  'click',
  () => void copy(sheets.text(), 'Copied. Paste it into your page’s CSS.'),
);
$('#send').addEventListener('click', () => void copy(currentAddress(), 'Copied. The link holds all of it.'));
$('#reset').addEventListener('click', () => {
  sheets.clear();
  $('#said').textContent = settings.theme ? 'Back to the theme as it was.' : 'Back to the defaults.';
  refresh();
});
// If the controls are below the widget, only one group is open at first.
if (matchMedia('(max-width: 60rem)').matches)
  for (const group of document.querySelectorAll('.group')) group.open = group.dataset.kind === 'colour';

for (const [name, value] of settings.own) sheets.set(name, value);
stage.setLocale(settings.locale);
if (!themes.some(({ name }) => name === settings.theme)) settings.theme = '';
await useTheme(settings.theme);
await goTo(steps.some(({ name }) => name === settings.step) ? settings.step : 'picker');
