import { css } from 'lit';

/** Fields, and what stands in them. */
export const formStyles = css`
  [part='form'] {
    display: grid;
    gap: calc(var(--_space) * 1.125);
  }
  [part='label'] {
    font-weight: 600;
  }
  [part='field'] {
    display: grid;
    gap: 0.375rem;
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
  }
  /* A field that recordings leave out has the same layout as any other field. */
  .fs-mask {
    display: grid;
  }
  .with-button {
    position: relative;
  }
  [part~='password-input'] {
    padding-inline-end: 5.5rem;
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
  [part~='region-select'] {
    padding-inline: 0.625rem 0.875rem;
  }
  [part~='code-input'] {
    font-size: 1.467em;
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.16em;
  }
`;
