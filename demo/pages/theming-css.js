// The style sheets of the page that make the widget look different: the theme's, and what the person changed.
// They are put there as objects, which a strict policy allows where `style=""` is refused.

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
    /** Puts a theme in the place of the one before. */
    async useTheme(name) {
      wanted = name;
      const text = await textOf(name);
      // Another one may have been asked for meanwhile.
      if (wanted !== name) return;
      themeText = text;
      theme.replaceSync(text);
    },
    /** What the theme says of a variable, or nothing. */
    themeValueOf(name) {
      const rule = [...theme.cssRules].find(({ selectorText }) => selectorText === 'svc-link');
      return rule?.style.getPropertyValue(name).trim().replace(/\s+/g, ' ') ?? '';
    },
    ownValueOf: (name) => style.getPropertyValue(name).trim(),
    isOwn: (name) => [...style].includes(name),
    /** A value that would end the rule is refused by the browser itself. */
    set(name, value) {
      if (value === null) style.removeProperty(name);
      else style.setProperty(name, value);
    },
    clear() {
      for (const name of [...style]) style.removeProperty(name);
    },
    own: () => [...style].map((name) => [name, style.getPropertyValue(name).trim()]),
    /** All of it, to be pasted into a page: only what differs from the defaults. */
    text() {
      const lines = ownLines();
      const changes = lines.length ? `svc-link {\n${lines.join('')}}\n` : '';
      if (!themeText) return changes;
      return changes ? `${themeText.trimEnd()}\n\n/* Changed in the playground. */\n${changes}` : themeText;
    },
  };
}
