// The page's style sheets that change the widget's look: the theme's sheet, and the person's changes. They are added as
// objects, because a strict policy allows these but refuses `style=""`.

export const themes = [
  { name: '', label: 'Default', text: 'As it comes' },
  { name: 'clinic', label: 'Clinic', text: 'Calm, precise' },
  { name: 'hearth', label: 'Hearth', text: 'Warm, soft' },
  { name: 'poster', label: 'Poster', text: 'Loud, on purpose' },
];

const texts = new Map([['', Promise.resolve('')]]);

/** The text of a theme's file. */
function textOf(name) {
  if (!texts.has(name))
    texts.set(
      name,
      fetch(`themes/${name}.css`).then((response) => {
        if (!response.ok) throw new Error(`The theme “${name}” is not there.`);
        return response.text();
      }),
    );
  return texts.get(name);
}

export function createSheets() {
  const theme = new CSSStyleSheet();
  const own = new CSSStyleSheet();
  own.replaceSync('svc-link {}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, theme, own];
  const [{ style }] = own.cssRules;
  let themeText = '';
  let wanted = '';

  const ownLines = () => [...style].map((name) => `  ${name}: ${style.getPropertyValue(name).trim()};\n`);

  return {
    /** Replaces the current theme. */
    async useTheme(name) {
      wanted = name;
      const text = await textOf(name);
      // The person may have chosen another theme meanwhile.
      if (wanted !== name) return;
      themeText = text;
      theme.replaceSync(text);
    },
    /** The theme's value of a variable, or nothing. */
    themeValueOf(name) {
      const rule = [...theme.cssRules].find(({ selectorText }) => selectorText === 'svc-link');
      return rule?.style.getPropertyValue(name).trim().replace(/\s+/g, ' ') ?? '';
    },
    ownValueOf: (name) => style.getPropertyValue(name).trim(),
    isOwn: (name) => [...style].includes(name),
    /** Sets a variable. The browser itself refuses a value that would end the rule. */
    set(name, value) {
      if (value === null) style.removeProperty(name);
      else style.setProperty(name, value);
    },
    clear() {
      for (const name of [...style]) style.removeProperty(name);
    },
    own: () => [...style].map((name) => [name, style.getPropertyValue(name).trim()]),
    /** The CSS to paste into a page: everything that differs from the defaults. */
    text() {
      const lines = ownLines();
      const changes = lines.length ? `svc-link {\n${lines.join('')}}\n` : '';
      if (!themeText) return changes;
      return changes ? `${themeText.trimEnd()}\n\n/* Changed in the playground. */\n${changes}` : themeText;
    },
  };
}
