import type { Piece } from '../messages/index.js';

/** A text for the page, with every name in a `<bdi>`, so that it keeps its own direction. */
export const namesApart = (pieces: readonly Piece[]): readonly (string | Node)[] =>
  pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const name = document.createElement('bdi');
    name.textContent = piece.value;
    return name;
  });
