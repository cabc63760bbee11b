import { css } from 'lit';

/** The styles of the panel that hands a link over to a phone; loaded with it. */
export const phoneStyles = css`
  /* Black on white in every theme, because some cameras cannot read a code in other colours. */
  .qr {
    display: block;
    inline-size: min(13rem, 100%);
    margin: calc(var(--_space) * 1.25) auto 0;
    background: #fff;
    fill: #000;
    stroke: none;
    border-radius: var(--_radius);
    forced-color-adjust: none;
  }
  .qr + .small {
    margin-block-start: 0.5rem;
    font-variant-numeric: tabular-nums;
  }
  .address {
    display: grid;
    justify-items: center;
    margin-block-start: var(--_space);
    text-align: start;
    [part='field'] {
      inline-size: 100%;
    }
    input {
      text-overflow: ellipsis;
    }
  }
  .number {
    margin-block-start: calc(var(--_space) * 1.25);
    text-align: start;
    input {
      font-variant-numeric: tabular-nums;
      letter-spacing: 0.2em;
    }
  }
`;
