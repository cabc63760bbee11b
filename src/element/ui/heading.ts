import { html, nothing } from 'lit';

/** A step's heading, which takes the focus when a person's action leads to the step, and the text below it. */
export const heading = (level: number, title: unknown, text: unknown = nothing) => html`
  <h2 part="title" tabindex="-1" aria-level=${level}>${title}</h2>
  ${text === nothing ? nothing : html`<p class="lead">${text}</p>`}
`;
