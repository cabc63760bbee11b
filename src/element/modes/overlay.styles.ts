import { css } from 'lit';

/** A dialog or a popover: the frame around the panel. */
export const overlayStyles = css`
  .over {
    --_backdrop: var(--svc-link-backdrop, rgb(10 14 24 / 50%));
    inline-size: min(var(--svc-link-width, 27.5rem), 100vw - 2rem);
    max-inline-size: none;
    max-block-size: none;
    padding: 0;
    overflow: visible;
    color: inherit;
    background: none;
    border: 0;
    container-type: inline-size;
    animation: arrive 0.18s ease-out;
  }
  @keyframes arrive {
    from {
      opacity: 0;
      translate: 0 0.5rem;
    }
  }
  .over::backdrop {
    background: var(--_backdrop);
  }
  .over [part='panel'] {
    block-size: min(var(--svc-link-height, 36rem), var(--_room, 100dvh - 2rem));
    min-block-size: 0;
  }
  .over [part='panel']:focus {
    outline: none;
  }
  .over [part='body'] {
    position: relative;
    min-block-size: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    /* Leaves room for the focus ring when a focused element scrolls into view. */
    scroll-padding-block: 0.5rem;
  }
  .over [part='panel'][inert] > * {
    opacity: 0.4;
  }
  .over .leaving {
    position: absolute;
    inset: auto 0 0;
    max-block-size: 100dvh;
    padding: var(--_pad);
    overflow: hidden auto;
    font-size: inherit;
    text-align: center;
    background: var(--_surface);
    border-radius: calc(var(--_radius) + 0.5rem);
    box-shadow: 0 -8px 32px -8px rgb(16 24 40 / 25%);
    animation: arrive 0.18s ease-out;
  }
  .leaving strong {
    font-size: 1.0625rem;
  }
  .leaving p {
    margin-block: 0.25rem var(--_space);
    color: var(--_muted);
  }
  .over .leaving > [part~='action'] {
    inline-size: 100%;
    margin-block-end: 0.25rem;
  }

  [part='popover'][data-anchored] {
    inset: var(--_y) auto auto var(--_x);
    margin: 0;
  }
  [part='popover']::backdrop {
    background: none;
  }
  [part='popover'] [part='panel'] {
    box-shadow:
      0 1px 2px rgb(16 24 40 / 8%),
      0 24px 56px -12px rgb(16 24 40 / 32%);
  }

  @media (max-width: 29.99rem) {
    .over,
    [part='popover'][data-anchored] {
      inset: auto 0 0;
      inline-size: 100%;
      margin: 0;
    }
    .over [part='panel'] {
      block-size: 100dvh;
      padding: env(safe-area-inset-top) env(safe-area-inset-right) 0 env(safe-area-inset-left);
      border: 0;
      border-radius: 0;
    }
    .over [part='footer'] {
      padding-block-end: env(safe-area-inset-bottom);
    }
    .over .leaving {
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
    [part='popover']::backdrop {
      background: var(--_backdrop);
    }
    /* The darkened page cannot be used. A popover's backdrop lets every press through, so this takes the presses. */
    [part='popover']::before {
      position: absolute;
      inset: auto 0 100%;
      block-size: 100vh;
      content: '';
    }
    [part='popover'] [part='panel'] {
      block-size: min(var(--svc-link-height, 36rem), 88dvh);
      /* A sheet at the bottom needs no space for a notch at the top of the screen. */
      padding-block-start: 0;
      border-start-start-radius: calc(var(--_radius) + 0.5rem);
      border-start-end-radius: calc(var(--_radius) + 0.5rem);
    }
  }
  @media (forced-colors: active) {
    .over [part='panel'],
    .over .leaving {
      border: 1px solid;
    }
  }
`;
