// The pages that the service writes by itself: document, headers, look. No words of any one page.
export { html } from 'hono/html';
export { answerPage, type Markup, type Page } from './page.js';
export { answerStyle, pageRoutes, pageStyle, pageStylePath } from './style.js';
