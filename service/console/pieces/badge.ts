import { html, type TemplateResult } from 'lit';

/** How a state looks. Its words say the same. */
export type Tone = 'good' | 'bad' | 'busy' | 'plain';

export const badge = (tone: Tone, text: string): TemplateResult =>
  html`<span class="badge ${tone}">${text}</span>`;
