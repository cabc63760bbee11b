/** Red, green and blue, 0 to 1. */
type Colour = readonly [number, number, number];

const white: Colour = [1, 1, 1];
const black: Colour = [0, 0, 0];
/** The element's own surface in the dark. */
const night: Colour = [0.09, 0.098, 0.118];
/** WCAG 2.2, 1.4.3. */
const enough = 4.5;

/** The colours of a brand, as values of CSS for light and dark. */
export interface BrandColours {
  readonly accent: string;
  readonly onAccent: string;
}

/** A brand's colour made readable on the surface, as far as it takes; null for anything but a hex colour. */
export function brandColours(value: string | null | undefined): BrandColours | null {
  const colour = parse(value ?? '');
  if (!colour) return null;
  const light = readable(colour, white, black);
  const dark = readable(colour, night, white);
  return {
    accent: `light-dark(${hex(light)}, ${hex(dark)})`,
    onAccent: `light-dark(${hex(inkOn(light))}, ${hex(inkOn(dark))})`,
  };
}

function parse(value: string): Colour | null {
  const digits = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(value.trim());
  if (!digits) return null;
  const all = digits[2] ?? (digits[1] ?? '').replace(/./g, '$&$&');
  const part = (at: number): number => parseInt(all.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

/** The colour, moved towards `end` until it stands out from the surface. */
function readable(colour: Colour, surface: Colour, end: Colour): Colour {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(colour, end, share);
    if (contrast(moved, surface) >= enough) return moved;
  }
  return end;
}

/** Black or white: one of them always stands out. */
const inkOn = (colour: Colour): Colour =>
  contrast(white, colour) >= enough || contrast(white, colour) > contrast(black, colour) ? white : black;

function mix(from: Colour, to: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2): number => from[at] + (to[at] - from[at]) * share;
  return [part(0), part(1), part(2)];
}

function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const hex = (colour: Colour): string =>
  `#${colour
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
