import { escape } from './html.js';
import { coloured } from './highlight.js';

/** A code block: its language, what follows it in the info string, its text. */
export interface CodeBlock {
  readonly language: string;
  readonly options: readonly string[];
  readonly text: string;
}

export function readInfo(info: string | undefined, text: string): CodeBlock {
  const [language = '', ...options] = (info ?? '').split(/\s+/);
  return { language, options, text };
}

export const isLive = ({ options }: CodeBlock): boolean => options.includes('live');

/** A block of code, which `docs.js` gives a button to copy it. */
export const codeBlock = ({ language, text }: CodeBlock): string =>
  `<div class="code"><pre tabindex="0" aria-label="${escape(nameOf(language))}"><code class="${escape(language)}">` +
  `${coloured(text, language)}</code></pre></div>`;

const names: Record<string, string> = {
  html: 'HTML',
  css: 'CSS',
  js: 'JavaScript',
  ts: 'TypeScript',
  tsx: 'TypeScript with JSX',
  sh: 'Commands',
  json: 'JSON',
};
const nameOf = (language: string): string => names[language] ?? `Code${language && `, ${language}`}`;

/** Lines longer than this need the whole width. */
const narrow = 84;

/**
 * The real widget beside its code. The elements of the code stand in the page as they are; `docs-live.js` gives each
 * its token, its switches and its log, and lays the CSS over this example alone.
 */
export function liveExample(html: CodeBlock, css: CodeBlock | null, id: string): string {
  const [markup = ''] = /<svc-link[^]*<\/svc-link>/.exec(html.text) ?? [];
  const isWide = html.text.split('\n').some((line) => line.length > narrow);
  const has = (option: string): boolean => html.options.includes(option);
  return [
    `<div class="live${isWide ? ' wide' : ''}" id="${id}" data-live>`,
    `<div class="live-code">${codeBlock(html)}${css ? codeBlock(css) : ''}`,
    has('controls') ? '<form class="options" aria-label="Attributes" data-controls></form>' : '',
    has('log') ? eventLog(id) : '',
    `</div><div class="stage">${markup}</div></div>`,
  ].join('');
}

const eventLog = (id: string): string => `
  <section class="tool" aria-labelledby="${id}-events">
    <div class="tool-head">
      <strong id="${id}-events">Events</strong><button type="button" class="small" data-clear>Clear</button>
    </div>
    <div class="log" role="log" aria-labelledby="${id}-events" tabindex="0"><ol></ol></div>
  </section>`;
