import { css } from 'lit';
import { formStyles } from './form.styles.js';

/** The styles of the steps after the first screen; loaded with them. */
export const stepsStyles = css`
  /* Every step except the picker moves up into its place. */
  :host(:not(:state(select-provider))) [part='body'] > * {
    animation: rise var(--svc-link-motion, 0.2s) ease-out backwards;
  }
  @keyframes rise {
    from {
      opacity: 0;
      translate: 0 0.5rem;
    }
  }
  /* A name stays on one line if it fits. Not in a sentence, because the full stop could then begin the next line. */
  h2 bdi,
  li > bdi,
  [part='reference'] bdi {
    display: inline-block;
  }
  /* Browsers put no gap between Han and other letters next to an inline block, so this adds it. */
  h2 > bdi:dir(ltr):is(:lang(zh), :lang(ja)) {
    margin-inline: 0.125em;
  }
  .mirrored:dir(rtl) {
    transform: scaleX(-1);
  }
  .brand {
    --_logo: 3.5rem;
    margin-block-end: var(--_space);
  }
  .pair {
    --_logo: min(4rem, 24cqi);
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.875rem;
    margin-block-end: var(--_pad);
  }
  .pair > [data-tone]:first-child {
    color: var(--_on-accent);
    background: var(--_accent);
  }
  .wire {
    display: flex;
    gap: 0.5rem;
  }
  .wire i {
    inline-size: 0.375rem;
    block-size: 0.375rem;
    background: var(--_control);
    border-radius: 50%;
  }
  [data-busy] i {
    background: var(--_link);
    animation: travel 1.4s ease-in-out infinite;
  }
  i + i {
    animation-delay: 0.18s;
  }
  i + i + i {
    animation-delay: 0.36s;
  }
  @keyframes travel {
    50% {
      opacity: 0.25;
      scale: 0.8;
    }
  }
  /* A screen without a form has its text in the middle and its actions at the bottom. */
  .middle {
    margin-block: auto;
    text-align: center;
  }
  .lead + [part~='notice'],
  [part='consent'],
  [part='form'],
  .actions {
    margin-block-start: calc(var(--_space) * 1.25);
  }
  [part='consent'] {
    padding: 0.875rem var(--_space);
    font-size: 0.933em;
    text-align: start;
    background: var(--_subtle);
    border-radius: var(--_radius);
    p {
      font-weight: 600;
      text-wrap: balance;
    }
    ul,
    .links {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem 1rem;
      margin-block-start: 0.5rem;
    }
    li {
      display: flex;
      gap: 0.375rem;
    }
    li bdi::first-letter {
      text-transform: uppercase;
    }
    .icon {
      color: var(--_success);
    }
    /* Links are taller than their words, so that a finger can press them. Their rows overlap. */
    .links {
      gap: 0 0.75rem;
      margin-block: 0.375rem -0.375rem;
    }
    .links :is(button, a) {
      margin-block: -0.375rem;
    }
    .links > span {
      display: flex;
      flex-wrap: wrap;
      gap: inherit;
    }
    .choose,
    a {
      padding-inline: 0;
      font-weight: 500;
    }
    a {
      text-decoration: underline;
    }
  }

  ${formStyles}
  [part='hint'],
  .small {
    font-size: 0.867em;
    color: var(--_muted);
  }
  [part~='notice'] {
    padding: 0.75rem 0.875rem;
    font-size: 0.933em;
    color: var(--_text);
    background: var(--_subtle);
    border-radius: var(--_radius);
  }
  [part~='notice'][part~='field-error'] {
    background: color-mix(in srgb, var(--_danger) 8%, var(--_surface));
  }
  [part~='notice'] strong {
    color: var(--_danger);
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    margin-block-end: var(--_space);
  }
  .bar span {
    flex: 1 9rem;
  }
  /* Aligns the words of the action with the text, beside it or below it. */
  .bar [part] {
    margin: -0.5rem -0.875rem;
  }
  [part='reveal'],
  [part~='secondary-action'] {
    min-inline-size: 2.75rem;
    min-block-size: 2.75rem;
    padding: 0.5rem 0.875rem;
    color: var(--_link);
    font-weight: 600;
    text-decoration: none;
    border-radius: var(--_radius);
  }
  [part~='secondary-action'] {
    display: inline-grid;
    align-items: center;
    justify-self: center;
    text-align: center;
    text-wrap: balance;
  }

  /* Aligned with the words of its row. The row's line moves below this action. */
  [part~='provider-action'] {
    margin-block: -0.875rem 0.25rem;
    margin-inline-start: calc(var(--_logo) + 0.625rem);
  }
  [part='provider']:not(:last-child)::after {
    inset-block-end: -2.125rem;
  }

  .actions {
    display: grid;
    gap: 0.5rem;
    text-align: center;
  }
  .actions.side {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0 0.5rem;
    margin-block: 0.5rem 0;
  }
  .side p {
    flex-basis: 100%;
  }
  [part~='secondary-action'][aria-disabled] {
    color: var(--_muted);
  }
  :is([part~='submit'], [part~='action'])[aria-disabled] {
    opacity: 0.6;
  }
  [part='spinner'] {
    inline-size: 1.125rem;
    block-size: 1.125rem;
    border: 2px solid currentColor;
    border-block-start-color: transparent;
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  /* The app and the provider come together, with a mark of success between them. */
  .pair.done {
    gap: 0;
  }
  .done > * {
    animation: pop 0.5s cubic-bezier(0.3, 1.5, 0.6, 1) backwards;
  }
  .done > .icon {
    z-index: 1;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    margin-inline: -0.75rem;
    padding: 0.375rem;
    color: var(--_surface);
    background: var(--_success);
    border: 3px solid var(--_surface);
    border-radius: 50%;
    stroke-width: 2.5;
    animation-delay: 0.3s;
  }
  @keyframes pop {
    from {
      opacity: 0;
      scale: 0.5;
    }
  }
  .mark {
    display: grid;
    place-content: center;
    inline-size: 4rem;
    block-size: 4rem;
    margin: 0 auto var(--_space);
    background: var(--_subtle);
    border-radius: 50%;
  }
  .mark .icon {
    scale: 1.4;
  }
  /* A quiet sign that something is wrong. */
  .mark:not(.calm) .icon {
    color: var(--_danger);
  }
  [part='reference'] {
    margin-block-start: var(--_space);
  }

  @media (hover: hover) {
    [part='reveal']:hover,
    [part~='secondary-action']:not([aria-disabled]):hover {
      background: color-mix(in srgb, var(--_link) 8%, transparent);
    }
  }
  @media (forced-colors: active) {
    [part='reveal'],
    [part~='secondary-action'] {
      color: LinkText;
    }
    .wire i,
    .mark {
      border: 1px solid;
    }
  }
`;
