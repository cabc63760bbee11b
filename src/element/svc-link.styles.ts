import { css } from 'lit';

/** The frame, and the text and controls that every step is made of. The first screen's own are in `picker.styles.ts`. */
export const styles = css`
  :host {
    display: block;
    inline-size: 100%;
    max-inline-size: var(--svc-link-width, 27.5rem);
    container-type: inline-size;
    font: 400 var(--svc-link-font-size, 0.9375rem) / 1.5 var(--svc-link-font, system-ui, sans-serif);
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
  b,
  strong {
    font-weight: 600;
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
    margin: 0;
    border-radius: var(--_radius);
  }
  button {
    padding: 0;
    background: none;
    border: 0;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }
  [aria-disabled] {
    cursor: default;
  }
  :focus-visible {
    outline: 2px solid var(--_link);
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
    stroke-width: 1.75;
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
    box-shadow: var(--svc-link-shadow, 0 1px 2px rgb(16 24 40 / 5%), 0 16px 40px -16px rgb(16 24 40 / 18%));
  }
  slot[name='trigger'] + [part='panel'] {
    margin-block-start: var(--_space);
  }
  [part='header'] {
    display: grid;
    grid-template-columns: 2.75rem 1fr 2.75rem;
    align-items: center;
    gap: 0.25rem;
    padding: calc(var(--_space) / 2) 0.625rem;
  }
  .app {
    grid-area: 1 / 2;
    min-inline-size: 0;
    font-size: 0.867em;
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
    block-size: 2.75rem;
    color: var(--_muted);
  }
  [part='body'],
  .stage {
    flex: 1;
    display: flex;
    flex-direction: column;
  }
  [part='body'] {
    /* A name without spaces breaks only if it does not fit. */
    overflow-wrap: anywhere;
    padding: 0 var(--_pad) var(--_pad);
  }
  [part='title'] {
    font-family: var(--svc-link-heading-font, inherit);
    font-size: 1.467em;
    font-weight: 650;
    line-height: 1.27;
    letter-spacing: -0.012em;
    text-wrap: balance;
  }
  /* A sentence keeps the direction of its language, even if the page has the other direction. */
  :is(h2, p, label, strong, span, div) {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  [part='title']:focus {
    outline: none;
  }
  [part='title'] + button {
    margin-block-start: var(--_space);
  }
  .lead {
    margin-block-start: 0.375rem;
    color: var(--_muted);
    text-wrap: pretty;
  }
  [part~='input'] {
    inline-size: 100%;
    min-block-size: var(--_tall);
    padding: 0.5rem 0.875rem;
    background: var(--_surface);
    border: 1px solid var(--_control);
    /* Under 16 px a phone zooms into the field. */
    font-size: max(16px, 1em);
  }
  [part~='input']:focus-visible {
    outline-offset: -1px;
    box-shadow: 0 0 0 4px color-mix(in srgb, var(--_link) 16%, transparent);
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
    min-block-size: var(--_tall);
    padding: 0.625rem 1.25rem;
    color: var(--_on-accent);
    font-weight: 600;
    text-align: center;
    text-wrap: balance;
    text-decoration: none;
    background: var(--_accent);
    /* Visible only if the accent is close to the surface. */
    border: 1px solid var(--_link);
    border-radius: var(--_radius);
  }
  [part='footer'] slot::slotted(*) {
    margin: 0;
    padding: 0.75rem var(--_pad);
    border-block-start: 1px solid var(--_border);
  }

  @media (hover: hover) {
    [part='provider']:not([aria-disabled]):hover,
    [part='back']:hover,
    [part='close']:hover {
      background: var(--_subtle);
      color: var(--_text);
    }
  }
  @container (max-width: 22rem) {
    [part='header'] ~ * {
      --_pad: var(--_space);
    }
  }
  /* If text has twice its size on a narrow phone, the names need the whole row. */
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
    [part='provider-logo'],
    .skeleton i {
      border: 1px solid;
      background: Canvas;
    }
    [part~='action'],
    [part~='submit'] {
      border-color: ButtonBorder;
    }
    [aria-disabled] {
      color: GrayText;
    }
  }
`;
