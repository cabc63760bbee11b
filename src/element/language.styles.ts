import { css } from 'lit';

/**
 * What a writing system needs, wherever an element states its language. `src/hosted/hosted.css` and `service/src/pages/style.ts`
 * have the same rules for pages without the widget.
 */
export const languageStyles = css`
  [lang] {
    /* A gap between Han and other letters. A left-to-right name gets it too, because it is not isolated. */
    &:is(:lang(zh), :lang(ja)) {
      text-autospace: normal;
      bdi:dir(ltr) {
        unicode-bidi: normal;
      }
    }
    /* Japanese has no spaces. Browsers that know its words break lines only between words. */
    &:lang(ja) {
      word-break: auto-phrase;
    }
    /* Browsers break Korean at any syllable, although it has spaces between its words. */
    &:lang(ko) {
      word-break: keep-all;
    }
  }
`;
