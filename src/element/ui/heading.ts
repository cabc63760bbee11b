import { html, nothing } from 'lit';

/** The level of a heading; 2 for a number that is no level. */
export const levelOf = (level: number): number => ([1, 2, 3, 4, 5, 6].includes(level) ? level : 2);

/** A step's heading, which takes the focus when a person's action leads to the step, and the text below it. */
export const heading = (level: number, title: unknown, text: unknown = nothing) => html`
  <h2 part="title" id="title" tabindex="-1" aria-level=${levelOf(level)}>${title}</h2>
  ${text === nothing ? nothing : html`<p class="lead" id="lead">${text}</p>`}
`;
