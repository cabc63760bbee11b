import { css } from 'lit';

/** What the steps after the first screen add; loaded with them. */
export const stepsStyles = css`
  /* A step rises into its place. The picker is there at once, as is what comes first. */
  :host(:not(:state(loading), :state(select-provider))) [part='body'] > * {
    animation: rise var(--svc-link-motion, 0.2s) ease-out backwards;
  }
  @keyframes rise {
    from {
      opacity: 0;
      translate: 0 0.5rem;
    }
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
  .wire i:nth-child(2) {
    animation-delay: 0.18s;
  }
  .wire i:nth-child(3) {
    animation-delay: 0.36s;
  }
  @keyframes travel {
    50% {
      opacity: 0.25;
      scale: 0.8;
    }
  }
  /* A screen without a form: what it says in the middle, what to do at the bottom. */
  .middle {
    margin-block: auto;
    text-align: center;
  }
  [part='consent'] {
    margin-block-start: calc(var(--_space) * 1.25);
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
    bdi {
      display: inline-block;
    }
    li bdi::first-letter {
      text-transform: uppercase;
    }
    .icon {
      color: var(--_success);
    }
    .links {
      margin-block: 0 -0.75rem;
    }
    a {
      padding-inline: 0;
      font-weight: 500;
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
  }

  [part~='region-select'] {
    padding-inline: 0.625rem 0.875rem;
  }
  [part~='code-input'] {
    font-size: 1.467em;
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.16em;
  }

  .actions {
    display: grid;
    gap: 0.5rem;
    margin-block-start: calc(var(--_space) * 1.25);
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
  [part~='secondary-action'][aria-disabled='true'] {
    color: var(--_muted);
  }
  [part~='submit'][aria-disabled='true'],
  [part~='action'][aria-disabled='true'] {
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

  /* The app and the provider come together, and the mark between them says that it holds. */
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
  /* Something is wrong, said quietly. */
  .mark:not(.calm) .icon {
    color: var(--_danger);
  }
  [part='reference'] {
    margin-block-start: var(--_space);
  }

  @media (hover: hover) {
    [part='reveal']:hover,
    [part~='secondary-action']:not([aria-disabled='true']):hover {
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
