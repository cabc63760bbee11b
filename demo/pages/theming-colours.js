// Converts colours between text and pickers. A CSS value may be one colour, or `light-dark()` with two.

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** The two colours of a value: the light one and the dark one. */
export function sidesOf(value) {
  const inner = /^light-dark\((.*)\)$/s.exec(value.trim())?.[1];
  if (inner === undefined) return [value, value];
  let depth = 0;
  for (let at = 0; at < inner.length; at += 1) {
    depth += { '(': 1, ')': -1 }[inner[at]] ?? 0;
    if (inner[at] === ',' && depth === 0) return [inner.slice(0, at).trim(), inner.slice(at + 1).trim()];
  }
  return [value, value];
}

/** A value with one of its two colours changed; with both changed, if it had none. */
export function withSide(value, side, colour) {
  if (value === '') return colour;
  const sides = sidesOf(value);
  sides[side] = colour;
  return sides[0] === sides[1] ? sides[0] : `light-dark(${sides.join(', ')})`;
}

/** The colour as a colour picker needs it: `#rrggbb`, without transparency. */
export function hexOf(colour) {
  canvas.fillStyle = '#000';
  canvas.fillStyle = colour;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
