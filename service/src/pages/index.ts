// The parts of the pages that the service writes itself: document, headers, look. It has no words of any single page.
export { html } from 'hono/html';
export { inWords, type InWords } from './in-words.js';
export { isNameable } from './nameable.js';
export { answerPage, type Markup, type Page } from './page.js';
export { answerStyle, pageRoutes, pageStyle, pageStyleIn, pageStylePath } from './style.js';
export { languageFor } from './words/index.js';
