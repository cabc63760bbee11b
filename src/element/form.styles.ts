import { css } from 'lit';

/**
 * Forms, notices and what goes with them. With the first screen, where a notice can stand, and beside styles that they
 * are so much like that they cost next to nothing there.
 */
export const formStyles = css`
  [part='form'] {
    display: grid;
    gap: calc(var(--_space) * 1.125);
    margin-block-start: calc(var(--_space) * 1.25);
  }
  [part='label'] {
    font-weight: 600;
  }
  [part='field'] {
    display: grid;
    gap: 0.375rem;
  }
  [part='hint'],
  [part='reference'],
  .small {
    font-size: 0.867em;
    color: var(--_muted);
  }
  [part~='input'][aria-invalid='true'] {
    --_link: var(--_danger);
    border-color: var(--_danger);
  }
  [part~='field-error'] {
    font-size: 0.933em;
    color: var(--_danger);
  }
  [part~='field-error'] strong {
    display: block;
    font-weight: 600;
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
  .bar [part] {
    margin-block: -0.5rem;
  }
  .with-button {
    position: relative;
  }
  [part~='password-input'] {
    padding-inline-end: 5.5rem;
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
  }
  [part='reveal'] {
    position: absolute;
    inset-block: 2px;
    inset-inline-end: 2px;
    font-size: 0.933em;
  }
  @container (max-width: 11rem) {
    [part~='password-input'] {
      padding-inline-end: 0.875rem;
    }
    [part='reveal'] {
      position: static;
    }
  }
`;
