import { Hono, type Context } from 'hono';

/** The style of the pages that the service writes itself. A page may change only `--accent`. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --accent: light-dark(#2f5bea, #8ba6ff);
  --on-accent: light-dark(#fff, #0d1430);
  --ground: light-dark(#f4f5f7, #101215);
  --card: light-dark(#fff, #191c21);
  --text: light-dark(#16191d, #f2f4f7);
  --muted: light-dark(#565e69, #a6afbb);
  --line: light-dark(#dfe3e8, #2f353d);
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; align-items: center; justify-items: center; padding: clamp(0.75rem, 4vw, 2rem); }
main { inline-size: 100%; max-inline-size: 27rem; background: var(--card); border: 1px solid var(--line); border-radius: 1.25rem; padding: clamp(1.25rem, 6vw, 2rem); overflow-wrap: anywhere; box-shadow: 0 12px 32px -12px light-dark(rgb(20 26 40 / 0.08), rgb(0 0 0 / 0.4)); }
:is(:lang(zh), :lang(ja)) { text-autospace: normal; }
:is(:lang(zh), :lang(ja)) bdi:dir(ltr) { unicode-bidi: normal; }
:lang(ja) { word-break: auto-phrase; }
:lang(ko) { word-break: keep-all; }
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; margin: 0 0 0.5rem; text-wrap: balance; }
p { margin: 0 0 1rem; text-wrap: pretty; }
p:last-child { margin-block-end: 0; }
.muted { color: var(--muted); }
.small { font-size: 0.875rem; }
.logo { display: block; inline-size: 3.5rem; block-size: 3.5rem; border-radius: 0.8rem; margin-block-end: 1.25rem; }
.plain { text-align: center; padding-block: 0.5rem; }
.plain .logo { margin-inline: auto; }
.logos { display: flex; justify-content: center; gap: 0.75rem; }
.logos .logo { margin-inline: 0; object-fit: contain; }
.glyph { display: block; inline-size: 4.5rem; block-size: 4.5rem; margin: 0 auto 1.5rem; padding: 1.125rem; border-radius: 50%; color: var(--muted); background: color-mix(in srgb, currentcolor 12%, transparent); fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; }
.actions { display: grid; gap: 0.625rem; margin-block-start: 1.5rem; }
.button { appearance: none; display: block; inline-size: 100%; min-block-size: 2.875rem; padding: 0.625rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: transparent; color: var(--text); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { border-color: var(--muted); }
.button.primary { background: var(--accent); border-color: transparent; color: var(--on-accent); }
.button.primary:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (forced-colors: active) { .button.primary { border-color: ButtonText; } }
dl { margin: 0; } dt { margin-block-start: 0.75rem; } dd { margin: 0; color: var(--muted); } h2 { font-size: 1rem; margin-block: 1.75rem 0.25rem; } code { overflow-wrap: anywhere; }
`;

/** Where the style of the plain pages is served. */
export const pageStylePath = '/link/pages.css';

export function answerStyle(c: Context, css: string): Response {
  return c.body(css, 200, {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  });
}

const brandColour = /^#[\da-f]{6}$/i;

/** The address of the style in the team's colour, if the team has one. */
export const pageStyleIn = (colour: string | null | undefined): string =>
  colour && brandColour.test(colour) ? `${pageStylePath}?accent=${colour.slice(1)}` : pageStylePath;

export function pageRoutes(): Hono {
  return new Hono().get(pageStylePath, (c) => {
    const colour = `#${c.req.query('accent') ?? ''}`;
    return answerStyle(c, brandColour.test(colour) ? pageStyle + accentOf(colour) : pageStyle);
  });
}

/** The style for a brand's colour, with black or white text on it. A focus ring in that colour might not be visible beside it. */
const accentOf = (colour: string): string => `
:root { --accent: ${colour}; --on-accent: ${luminanceOf(colour) > 0.18 ? '#000' : '#fff'}; }
:focus-visible { outline-color: var(--text); }
`;

/** The relative luminance of WCAG 2. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
