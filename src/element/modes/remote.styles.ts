import { css } from 'lit';

/** The styles of what the page shows in the modes of the hosted page. */
export const remoteStyles = css`
  :host(:is([mode='frame'], [mode='window'], [mode='redirect'])[open]) {
    display: block;
    inline-size: 100%;
  }
  .frame,
  .outside {
    container-type: inline-size;
  }
  .frame {
    display: grid;
  }
  .frame > [part='panel'] {
    grid-area: 1 / 1;
    min-inline-size: 0;
  }
  .hosted[inert] {
    visibility: hidden;
  }
  iframe {
    flex: 1;
    inline-size: 100%;
    border: 0;
  }
  .outside [part='panel'] {
    min-block-size: 0;
  }
  /* The trigger stays in its place, above these. */
  slot[name='trigger'] + :is(.frame, .outside) {
    margin-block-start: var(--_space);
  }
`;
