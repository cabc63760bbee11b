import { css } from 'lit';

/** Makes an action that ends something look like one. */
export const disconnectStyles = css`
  .ends [part='action'] {
    color: var(--_surface);
    background: var(--_danger);
    border-color: var(--_danger);
  }
  .ends .brand {
    display: grid;
    justify-items: center;
  }
  .ends .lead {
    text-wrap: pretty;
  }
`;
