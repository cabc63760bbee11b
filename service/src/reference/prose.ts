import { html, type Markup } from '../pages/index.js';

/** A text of the document: backticks mark code, an empty line begins a paragraph. */
export const prose = (text: string): Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
