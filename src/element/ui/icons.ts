import { svg } from 'lit';

const icon = (path: unknown) =>
  svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${path}</svg>`;

export const chevronIcon = icon(svg`<path class="mirrored" d="m10 7 5 5-5 5" />`);
export const backIcon = icon(svg`<path class="mirrored" d="M19 12H5m6-6-6 6 6 6" />`);
export const closeIcon = icon(svg`<path d="m7 7 10 10M17 7 7 17" />`);
export const searchIcon = icon(svg`<circle cx="11" cy="11" r="6" /><path d="m20 20-4.7-4.7" />`);
export const checkIcon = icon(svg`<path d="m5 12.5 4.5 4.5L19 7.5" />`);
