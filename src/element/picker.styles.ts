import { css } from 'lit';

/** The first screen: the search, the list, and its outline while it loads. */
export const pickerStyles = css`
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
    background: var(--_subtle);
    border-color: transparent;
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
    /* The list fades out at the bottom. A focused row scrolls to a place above that. */
    mask: linear-gradient(#000 calc(100% - 2rem), transparent);
    scroll-padding-block-end: 2rem;
  }
  [part='provider-list'] ul {
    margin-block-end: 1.75rem;
  }
  /*
   * Rows out of sight are not styled, laid out or painted, but the browser's search finds them. Safari's search does so
   * since version 26, which is also its first version with anchors.
   */
  @supports (anchor-name: --a) {
    [part='provider-list'] li {
      content-visibility: auto;
      contain-intrinsic-block-size: var(--_row);
    }
  }
  [part='provider'] {
    position: relative;
    display: flex;
    align-items: center;
    gap: 0.875rem;
    inline-size: 100%;
    block-size: var(--_row);
    padding-inline: 0.625rem 0.5rem;
    text-align: start;
  }
  [part='provider']::after {
    content: '';
    position: absolute;
    inset-block-end: 0;
    inset-inline: calc(var(--_logo) + 1.5rem) 0.625rem;
    border-block-end: 1px solid var(--_border);
  }
  li:last-child > [part='provider']::after {
    content: none;
  }
  [part='provider']:focus-visible {
    outline-offset: -2px;
  }
  /* The arrow at the end of a row: a corner of a box, because an image would need another node. */
  [part='provider']:not([aria-disabled])::before {
    content: '';
    order: 1;
    inline-size: 0.4375rem;
    aspect-ratio: 1;
    margin-inline: 0.3125rem 0.5rem;
    border: solid var(--_control);
    border-width: 0.109rem 0.109rem 0 0;
    rotate: 45deg;
  }
  [part='provider']:dir(rtl)::before {
    rotate: -135deg;
  }
  [part='provider'][aria-disabled] [part='provider-logo'],
  [part='provider'][aria-disabled] [part='provider-name'] {
    opacity: 0.55;
  }
  /* The plate is light in the dark too, because logos are made for white paper. The outline is drawn over the logo. */
  [part='provider-logo'] {
    flex: none;
    display: grid;
    place-content: center;
    inline-size: var(--_logo);
    aspect-ratio: 1;
    overflow: hidden;
    font-size: calc(var(--_logo) * 0.42);
    font-weight: 650;
    background: #eceef2;
    border-radius: 26%;
    outline: 1px solid rgb(128 132 140 / 24%);
    outline-offset: -1px;
  }
  [data-tone] {
    --_hue: 265;
    color: light-dark(oklch(0.42 0.12 var(--_hue)), oklch(0.9 0.06 var(--_hue)));
    background: light-dark(oklch(0.94 0.035 var(--_hue)), oklch(0.34 0.06 var(--_hue)));
  }
  [data-tone='1'] {
    --_hue: 195;
  }
  [data-tone='2'] {
    --_hue: 60;
  }
  [data-tone='3'] {
    --_hue: 345;
  }
  img {
    inline-size: var(--_logo);
    block-size: var(--_logo);
    object-fit: cover;
    /* Gives a white logo an edge. */
    filter: drop-shadow(0 0 1px rgb(0 0 0 / 45%));
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
    overflow: hidden;
    font-weight: 600;
    /* A Latin name in an Arabic list begins at its logo. Chrome knows the first of the two values. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  /* The comma makes screen readers pause. */
  [part='provider-name']::after {
    content: ',';
    font-size: 0;
  }
  .resources {
    display: block;
    margin-block-start: 0.125rem;
    overflow: hidden;
    font-size: 0.867em;
    color: var(--_muted);
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .resources::first-letter {
    text-transform: uppercase;
  }
  /* Below the name, so that the name has the whole line. */
  [part='provider-badge'] {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    inline-size: fit-content;
    margin-block-start: 0.125rem;
    font-size: 0.8em;
    font-weight: 600;
    color: var(--_success);
  }
  .warning {
    color: var(--_danger);
    text-wrap: balance;
  }
  [part='provider-badge'] .icon {
    inline-size: 1rem;
    block-size: 1rem;
  }
  [part='empty'] {
    padding-block: var(--_pad);
    color: var(--_muted);
  }
  [part='empty'] strong {
    color: var(--_text);
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
    block-size: 0.867em;
    background: var(--_subtle);
    border-radius: 0.5rem;
  }
  .skeleton .title {
    block-size: 1.467em;
    margin-block: 0.2em 0.76em;
  }
  .skeleton .field {
    inline-size: auto;
    block-size: var(--_tall);
    margin-block: calc(var(--_space) * 1.25 + 0.47em) 0.75rem;
    border-radius: var(--_radius);
  }
  [data-word]::before {
    content: attr(data-word);
  }
  [data-word] input {
    font-size: max(1rem, 1em);
  }
  .row {
    display: grid;
    grid: 1.25rem 0.875rem / var(--_logo) 1fr;
    column-gap: 0.875rem;
    align-content: center;
    block-size: var(--_row);
  }
  .skeleton .square {
    grid-row: span 2;
    inline-size: auto;
    block-size: var(--_logo);
    align-self: center;
    border-radius: 26%;
  }
  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }
`;
