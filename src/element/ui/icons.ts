import { html } from 'lit';

// One template and one binding each, because nested templates cost nodes, and time on the first screen.
export const icon = (path: string, name = 'icon') =>
  html`<svg class=${name} viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

export const closeIcon = icon('m7 7 10 10M17 7 7 17');
export const searchIcon = icon('M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0m3 9-4.7-4.7');
export const checkIcon = icon('m5 12.5 4.5 4.5L19 7.5');
