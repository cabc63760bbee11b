import { css } from 'lit';

/** The frame and the first screen; `steps.styles.ts` follows with the steps. */
export const styles = css`
  :host {
    --_accent: var(--svc-link-accent, light-dark(#3156d3, #a9bcff));
    --_on-accent: var(--svc-link-on-accent, light-dark(#fff, #10182f));
    --_surface: var(--svc-link-surface, light-dark(#fff, #17191e));
    --_text: var(--svc-link-text, light-dark(#14171f, #eef0f4));
    --_muted: var(--svc-link-muted, light-dark(#59606e, #a6adba));
    --_border: var(--svc-link-border, light-dark(#e4e7ec, #2d3138));
    --_control: var(--svc-link-control, light-dark(#858c9a, #767e8c));
    --_subtle: var(--svc-link-subtle, light-dark(#f5f6f8, #20232a));
    --_danger: var(--svc-link-danger, light-dark(#b3261e, #ffb3ab));
    --_success: var(--svc-link-success, light-dark(#14713f, #7fd9a6));
    --_radius: var(--svc-link-radius, 0.75rem);
    --_space: var(--svc-link-space, 1rem);
    --_pad: calc(var(--_space) * 1.5);
    --_row: 4.5rem;
    display: block;
    inline-size: 100%;
    max-inline-size: var(--svc-link-width, 27.5rem);
    container-type: inline-size;
    font: 400 0.9375rem/1.5 var(--svc-link-font, system-ui, sans-serif);
    color: var(--_text);
    text-align: start;
    -webkit-text-size-adjust: 100%;
  }
  :host([mode]:not([mode='inline'])) {
    display: inline-block;
    inline-size: auto;
    container-type: normal;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  p,
  h2,
  ul {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  i {
    font-style: normal;
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
    margin: 0;
  }
  button {
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }
  [aria-disabled='true'] {
    cursor: default;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .unseen,
  ::slotted([slot='status']) {
    position: absolute !important;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon {
    flex: none;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  [part='panel'] {
    position: relative;
    display: flex;
    flex-direction: column;
    min-block-size: var(--svc-link-height, 36rem);
    overflow: clip;
    background: var(--_surface);
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) + 0.5rem);
    box-shadow:
      0 1px 2px rgb(16 24 40 / 5%),
      0 16px 40px -16px rgb(16 24 40 / 18%);
  }
  [part='header'] {
    display: grid;
    grid-template-columns: 2.75rem 1fr 2.75rem;
    align-items: center;
    gap: 0.25rem;
    min-block-size: 3.75rem;
    padding-inline: 0.625rem;
  }
  .app {
    grid-area: 1 / 2;
    min-inline-size: 0;
    font-size: 0.8125rem;
    font-weight: 600;
    color: var(--_muted);
    text-align: center;
    overflow-wrap: anywhere;
  }
  [part='close'] {
    grid-column: 3;
  }
  [part='back'],
  [part='close'] {
    display: grid;
    place-content: center;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    padding: 0;
    color: var(--_muted);
    background: none;
    border: 0;
    border-radius: var(--_radius);
  }
  [part='body'] {
    flex: 1;
    display: flex;
    flex-direction: column;
    padding: 0 var(--_pad) var(--_pad);
  }
  [part='title'] {
    font-size: 1.375rem;
    font-weight: 650;
    line-height: 1.27;
    letter-spacing: -0.012em;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  /* A sentence keeps the direction of its language on a page of the other one. */
  :is(
    h2,
    p,
    label,
    strong,
    button > span,
    a > span,
    .lead,
    .resources,
    [part~='field-error'],
    [part~='notice'],
    [part='empty']
  ) {
    unicode-bidi: plaintext;
    text-align: match-parent;
  }
  /* A name stays on one line where it can. */
  [part='title'] bdi {
    display: inline-block;
  }
  [part='title']:focus {
    outline: none;
  }
  .lead {
    margin-block-start: 0.375rem;
    color: var(--_muted);
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  [part~='input'] {
    inline-size: 100%;
    min-block-size: 3rem;
    padding: 0.5rem 0.875rem;
    background: var(--_surface);
    border: 1px solid var(--_control);
    border-radius: var(--_radius);
    /* Under 16 px a phone zooms into the field. */
    font-size: 1rem;
  }
  [part~='input']:focus-visible {
    border-color: var(--_accent);
    outline-offset: -1px;
  }
  ::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  [part~='action'],
  [part~='submit'] {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.625rem;
    inline-size: 100%;
    min-block-size: 3rem;
    padding: 0.625rem 1.25rem;
    color: var(--_on-accent);
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    background: var(--_accent);
    border: 1px solid transparent;
    border-radius: var(--_radius);
  }

  [part='search'] {
    position: relative;
    margin-block-start: calc(var(--_space) * 1.25);
  }
  [part='search'] .icon {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.875rem;
    margin-block: auto;
    color: var(--_muted);
    pointer-events: none;
  }
  [part~='search-input'] {
    padding-inline-start: 2.75rem;
    appearance: none;
  }
  [part='provider-list'] {
    flex: 1 1 0;
    /* The margin lets a row's highlight and focus ring reach past the text. */
    margin: 0.75rem -0.75rem calc(var(--_pad) * -1);
    padding: 0 0.125rem;
    min-block-size: 9rem;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_border) transparent;
  }
  [part='provider-list'] ul {
    block-size: calc(var(--_rows) * var(--_row));
    padding-block-start: calc(var(--_skipped) * var(--_row));
    margin-block-end: 0.75rem;
  }
  [part='provider'] {
    position: relative;
    display: flex;
    align-items: center;
    gap: 0.875rem;
    inline-size: 100%;
    block-size: var(--_row);
    padding-block: 0;
    padding-inline: 0.625rem 0.5rem;
    text-align: start;
    background: none;
    border: 0;
    border-radius: var(--_radius);
  }
  [part='provider']::after {
    content: '';
    position: absolute;
    inset-block-end: 0;
    inset-inline: 4.25rem 0.625rem;
    border-block-end: 1px solid var(--_border);
  }
  li:last-child > [part='provider']::after {
    content: none;
  }
  [part='provider']:focus-visible {
    outline-offset: -2px;
  }
  /* The arrow at the end of a row, drawn as a corner: a node less than an image. */
  [part='provider']:not([aria-disabled])::before {
    content: '';
    order: 1;
    inline-size: 0.4375rem;
    aspect-ratio: 1;
    margin-inline: 0.3125rem 0.5rem;
    border: solid var(--_muted);
    border-width: 0.125rem 0.125rem 0 0;
    rotate: 45deg;
  }
  [part='provider']:dir(rtl)::before {
    rotate: -135deg;
  }
  [part='provider'][aria-disabled] [part='provider-logo'],
  [part='provider'][aria-disabled] [part='provider-name'] {
    opacity: 0.55;
  }
  [part='provider-logo'] {
    flex: none;
    display: grid;
    place-content: center;
    inline-size: var(--_logo, 2.75rem);
    aspect-ratio: 1;
    overflow: hidden;
    font-size: calc(var(--_logo, 2.75rem) * 0.42);
    font-weight: 650;
    color: var(--_accent);
    background: var(--_subtle);
    border-radius: 26%;
    box-shadow: inset 0 0 0 1px var(--_border);
  }
  img {
    inline-size: var(--_logo, 2.75rem);
    block-size: var(--_logo, 2.75rem);
    object-fit: cover;
  }
  .words {
    flex: 1;
    min-inline-size: 0;
    line-height: 1.3;
  }
  [part='provider-name'] {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-clamp: 2;
    overflow: hidden;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .resources {
    display: block;
    margin-block-start: 0.125rem;
    overflow: hidden;
    font-size: 0.8125rem;
    color: var(--_muted);
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .resources::first-letter {
    text-transform: uppercase;
  }
  [part='provider-badge'] {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    font-size: 0.75rem;
    font-weight: 600;
    color: var(--_success);
  }
  [part='provider-badge'] .icon {
    inline-size: 1rem;
    block-size: 1rem;
  }
  [part='empty'] {
    padding-block: calc(var(--_space) * 1.5);
    color: var(--_muted);
  }
  [part='empty'] strong {
    color: var(--_text);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  [part='footer'] slot::slotted(*) {
    margin: 0;
    padding: 0.75rem var(--_pad);
    border-block-start: 1px solid var(--_border);
  }

  .skeleton,
  .rows {
    flex: 1 1 0;
    min-block-size: 9rem;
    overflow: hidden;
  }
  .skeleton {
    display: flex;
    flex-direction: column;
    margin-block-end: calc(var(--_pad) * -1);
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .skeleton i {
    display: block;
    inline-size: 55%;
    block-size: 0.875rem;
    background: var(--_subtle);
    border-radius: 0.5rem;
  }
  .row i:last-child {
    inline-size: 80%;
  }
  .skeleton .title {
    block-size: 1.375rem;
    margin-block: 0.1875rem 0.75rem;
  }
  .skeleton .field {
    inline-size: auto;
    block-size: 3rem;
    margin-block: 1.5rem 0.75rem;
  }
  .row {
    display: grid;
    grid: 1.25rem 0.875rem / 2.75rem 1fr;
    column-gap: 0.875rem;
    align-content: center;
    block-size: var(--_row);
  }
  .skeleton .square {
    grid-row: span 2;
    inline-size: auto;
    block-size: 2.75rem;
    align-self: center;
  }
  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }

  @media (hover: hover) {
    [part='provider']:not([aria-disabled]):hover,
    [part='back']:hover,
    [part='close']:hover {
      background: var(--_subtle);
      color: var(--_text);
    }
    :is([part~='action'], [part~='submit']):not([aria-disabled='true']):hover {
      background: color-mix(in oklab, var(--_accent), var(--_text) 14%);
    }
  }
  @container (max-width: 22rem) {
    [part='header'] ~ * {
      --_pad: var(--_space);
    }
    [part='provider-badge'] {
      font-size: 0;
    }
  }
  /* Text of twice the size on a narrow phone: the names need all of the row. */
  @container (max-width: 11rem) {
    [part='provider'] [part='provider-logo'],
    [part='provider']::before {
      display: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      animation: none !important;
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    [part='provider-logo'] {
      border: 1px solid;
      background: Canvas;
    }
    [part~='action'],
    [part~='submit'] {
      border-color: ButtonBorder;
    }
  }
`;
