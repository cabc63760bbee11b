import { css } from 'lit';

/** What the steps after the first screen add; loaded with them. */
export const stepsStyles = css`
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
    margin-block-end: calc(var(--_space) * 1.5);
  }
  .wire {
    display: flex;
    gap: 0.5rem;
  }
  .wire i {
    inline-size: 0.375rem;
    block-size: 0.375rem;
    background: var(--_border);
    border-radius: 50%;
  }
  .pair[data-busy] .wire i {
    background: var(--_accent);
    animation: travel 1.4s ease-in-out infinite;
  }
  .wire i:nth-child(2) {
    animation-delay: 0.18s !important;
  }
  .wire i:nth-child(3) {
    animation-delay: 0.36s !important;
  }
  @keyframes travel {
    0%,
    70%,
    100% {
      opacity: 0.25;
      scale: 0.8;
    }
    30% {
      opacity: 1;
      scale: 1.25;
    }
  }
  /* A screen without a form: what it says in the middle, what to do at the bottom. */
  /* A name without a blank in it breaks where it must. */
  .stage,
  [part='form'],
  [part='consent'] {
    overflow-wrap: anywhere;
  }
  .stage {
    flex: 1;
    display: flex;
    flex-direction: column;
  }
  .middle {
    margin-block: auto;
    padding-block: var(--_space);
    text-align: center;
  }
  .middle [part='consent'] {
    text-align: start;
  }

  [part='consent'] {
    margin-block-start: calc(var(--_space) * 1.25);
    padding: 0.875rem var(--_space);
    font-size: 0.875rem;
    background: var(--_subtle);
    border-radius: var(--_radius);
  }
  [part='consent'] p {
    font-weight: 600;
  }
  [part='consent'] ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    margin-block-start: 0.5rem;
  }
  [part='consent'] li {
    display: flex;
    align-items: center;
    gap: 0.375rem;
  }
  [part='consent'] li bdi::first-letter {
    text-transform: uppercase;
  }
  [part='consent'] bdi {
    display: inline-block;
  }
  [part='consent'] .icon {
    inline-size: 1rem;
    block-size: 1rem;
    color: var(--_success);
  }
  [part='consent'] .links {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1rem;
    margin-block: 0 -0.75rem;
  }

  [part='form'] {
    display: grid;
    gap: calc(var(--_space) * 1.125);
    margin-block-start: calc(var(--_space) * 1.25);
  }
  [part='field'] {
    display: grid;
    gap: 0.375rem;
  }
  [part='label'] {
    font-weight: 600;
  }
  [part='hint'],
  .small {
    font-size: 0.8125rem;
    color: var(--_muted);
  }
  [part~='input'][aria-invalid='true'] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  [part~='field-error'] {
    font-size: 0.875rem;
    color: var(--_danger);
  }
  [part~='field-error'] strong {
    display: block;
    font-weight: 600;
  }
  [part~='notice'] {
    display: block;
    padding: 0.75rem 0.875rem;
    font-size: 0.875rem;
    background: var(--_subtle);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  [part~='notice'][part~='field-error'] {
    color: var(--_text);
    background: color-mix(in srgb, var(--_danger) 7%, var(--_surface));
    border-color: color-mix(in srgb, var(--_danger) 30%, var(--_surface));
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
  .bar [part] {
    margin-block: -0.5rem;
  }
  .with-button {
    position: relative;
    display: block;
  }
  [part~='password-input'] {
    padding-inline-end: 5.5rem;
  }
  [part='reveal'] {
    position: absolute;
    inset-block: 2px;
    inset-inline-end: 2px;
    min-inline-size: 4.5rem;
    padding: 0 0.75rem;
    font-size: 0.875rem;
    font-weight: 600;
    color: var(--_accent);
    background: none;
    border: 0;
    border-radius: calc(var(--_radius) - 2px);
  }
  @container (max-width: 11rem) {
    [part~='password-input'] {
      padding-inline-end: 0.875rem;
    }
    [part='reveal'] {
      position: static;
      min-block-size: 2.75rem;
    }
  }
  [part~='region-select'] {
    padding-inline: 0.625rem 0.875rem;
    background: var(--_surface);
  }
  [part~='code-input'] {
    font-size: 1.375rem;
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.16em;
  }

  .actions {
    display: grid;
    justify-items: center;
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
  [part~='secondary-action'] {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    justify-self: center;
    min-inline-size: 2.75rem;
    min-block-size: 2.75rem;
    padding: 0.5rem 0.875rem;
    color: var(--_accent);
    font-weight: 600;
    text-decoration: none;
    background: none;
    border: 0;
    border-radius: var(--_radius);
  }
  [part='consent'] [part~='secondary-action'] {
    padding-inline: 0;
    font-weight: 500;
    text-decoration: underline;
    text-underline-offset: 0.2em;
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

  .tick {
    inline-size: 4.5rem;
    margin: 0 auto calc(var(--_space) * 1.25);
    fill: none;
    stroke: var(--_success);
    stroke-width: 3;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-dasharray: 1;
    animation: draw 0.5s ease-out backwards;
  }
  .tick circle {
    fill: color-mix(in srgb, var(--_success) 9%, transparent);
    animation: draw 0.45s ease-out backwards;
  }
  .tick path {
    animation: draw 0.3s 0.35s ease-out backwards;
  }
  @keyframes draw {
    from {
      stroke-dashoffset: 1;
    }
  }
  .mark {
    display: grid;
    place-content: center;
    inline-size: 3.5rem;
    block-size: 3.5rem;
    margin: 0 auto var(--_space);
    color: var(--_danger);
    background: color-mix(in srgb, currentColor 10%, transparent);
    border-radius: 50%;
  }
  .mark.calm {
    color: var(--_muted);
  }
  .mark .icon {
    inline-size: 1.625rem;
    block-size: 1.625rem;
    stroke-width: 2.5;
  }
  [part='reference'] {
    margin-block-start: var(--_space);
    font-size: 0.8125rem;
    color: var(--_muted);
    overflow-wrap: anywhere;
  }

  @media (hover: hover) {
    [part='reveal']:hover,
    .actions [part~='secondary-action']:not([aria-disabled='true']):hover,
    [part='form'] > [part~='secondary-action']:hover {
      background: color-mix(in srgb, var(--_accent) 8%, transparent);
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
