import type { Piece } from '../messages/index.js';

/**
 * A text for the page, with every name in a `<bdi>`, so that it keeps its own direction. An email address that is too long
 * for its line breaks before its @, where people read a pause.
 */
export const namesApart = (pieces: readonly Piece[]): readonly (string | Node)[] =>
  pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const name = document.createElement('bdi');
    const [first = '', ...more] = piece.value.split(/(?=@)/);
    name.append(first, ...more.flatMap((part) => [document.createElement('wbr'), part]));
    return name;
  });
