import { html, type TemplateResult } from 'lit';
import { table } from './table.js';

/** A table of many columns, which becomes a list of cards while others still have room for their columns. */
export const wide = <Row>(...parts: Parameters<typeof table<Row>>): TemplateResult =>
  html`<div class="wide">${table(...parts)}</div>`;
