// Whether people can read what a widget shows: measures every text against the colours behind it, whatever painted them. The page
// is photographed without its letters; the text colours come from the styles, the background colours from the picture.

import type { Locator, Page } from '@playwright/test';
import type { SvcLink } from 'svc-link/define';

type Colour = number[];
interface Point {
  x: number;
  y: number;
}
type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

/** What WCAG 2.2 asks for: 4.5 to 1, and 3 to 1 for large letters. */
const isLarge = ({ size, weight }: { size: number; weight: number }) =>
  size >= 24 || (size >= 18.66 && weight >= 700);

/** Runs in the page: finds every visible text of the widget, with its colour and some points of its place. */
function readTexts(link: SvcLink) {
  const root = link.shadowRoot!;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  canvas.canvas.width = canvas.canvas.height = 1;
  const channels = (colour: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  /** The opacity of the element, with all elements around it. */
  const opacityOf = (element: Element) => {
    let opacity = 1;
    for (
      let each: Element | undefined = element;
      each;
      // An element without a parent is in a shadow root or the document.
      each = each.parentElement ?? (each.getRootNode() as Partial<ShadowRoot>).host
    )
      opacity *= Number(getComputedStyle(each).opacity);
    return opacity;
  };
  const pointsIn = ({ x, y, width, height }: Box, element: Element) => {
    const points: Point[] = [];
    for (let column = 0; column < 7; column += 1)
      for (let row = 0; row < 3; row += 1) {
        const at = { x: x + (width * (column + 0.5)) / 7, y: y + (height * (row + 0.5)) / 3 };
        // The root of a shown element is one of these.
        const hit = (element.getRootNode() as ShadowRoot | Document).elementFromPoint(at.x, at.y);
        if (hit && element.contains(hit)) points.push(at);
      }
    return points;
  };
  const entry = (
    text: string,
    element: Element,
    rects: Iterable<Box>,
    style = getComputedStyle(element),
  ) => ({
    text: text.trim().slice(0, 60),
    part: element.closest('[part]')?.getAttribute('part') ?? element.slot,
    colour: channels(style.color),
    opacity: opacityOf(element) * (style === getComputedStyle(element) ? 1 : Number(style.opacity || 1)),
    size: parseFloat(style.fontSize),
    weight: Number(style.fontWeight),
    points: [...rects].flatMap((rect) => pointsIn(rect, element)),
  });
  const found: ReturnType<typeof entry>[] = [];
  const walk = (within: Node) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      // The walker goes over texts only.
      const node = walker.currentNode as Text;
      // A slot's default content has the box of the element around the slot.
      const element = node.parentElement?.closest(':not(slot)');
      if (!node.data.trim() || !element || element.closest('option, style')) continue;
      // WCAG leaves out controls that cannot be used now.
      if (element.closest('[aria-disabled=true]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A text only for screen readers is a pixel wide.
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2);
      found.push(entry(node.data, element, rects));
    }
  };
  walk(root);
  for (const field of root.querySelectorAll<HTMLInputElement>('input, select')) {
    const box = field.getBoundingClientRect();
    const style = getComputedStyle(field);
    const start = parseFloat(style.paddingLeft);
    const inner = {
      x: box.x + start,
      y: box.y + box.height / 3,
      width: Math.min(80, box.width - start),
      height: box.height / 3,
    };
    if (field.value) found.push(entry(field.value, field, [inner]));
    else if (field.placeholder)
      found.push(entry(field.placeholder, field, [inner], getComputedStyle(field, '::placeholder')));
  }
  return found.filter(({ points }) => points.length > 0);
}

/** Runs in the page: hides the letters, or shows them again. */
function letters(link: SvcLink & { withoutLetters?: CSSStyleSheet }, shown: boolean) {
  link.withoutLetters ??= new CSSStyleSheet();
  link.withoutLetters.replaceSync(
    '*, *::placeholder { color: transparent !important; -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important; caret-color: transparent !important; text-shadow: none !important }',
  );
  const shadowRoot = link.shadowRoot!;
  const others = shadowRoot.adoptedStyleSheets.filter((sheet) => sheet !== link.withoutLetters);
  shadowRoot.adoptedStyleSheets = shown ? others : [...others, link.withoutLetters!];
}

/** Runs in another page: reads the colours of a picture at these points. */
async function readPixels({ picture, points }: { picture: string; points: Point[] }) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
    willReadFrequently: true,
  })!;
  canvas.drawImage(bitmap, 0, 0);
  const { data, width } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  return points.map(({ x, y }) => {
    const at = (Math.floor(y) * width + Math.floor(x)) * 4;
    return [data[at], data[at + 1], data[at + 2]];
  });
}

const luminance = (colour: Colour) =>
  colour
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);

function contrastOf(one: Colour, other: Colour) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour through which some of the background is seen. */
const over = ([red, green, blue, alpha]: Colour, opacity: number, ground: Colour): Colour =>
  [red, green, blue].map((value, at) => value * alpha * opacity + ground[at] * (1 - alpha * opacity));

/**
 * Measures every text of the widget that `link` locates, which must be in sight as a whole. Returns how many texts there are, and
 * those that are too faint, in words. `reader` is a blank page in which pictures are read.
 */
export async function measureContrast(page: Page, link: Locator, reader: Page) {
  const texts = await link.evaluate(readTexts);
  await link.evaluate(letters, false);
  const clip = (await link.boundingBox())!;
  const picture = (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
  await link.evaluate(letters, true);
  const points = texts.flatMap((text) => text.points).map(({ x, y }) => ({ x: x - clip.x, y: y - clip.y }));
  const grounds = await reader.evaluate(readPixels, { picture, points });
  const faint: string[] = [];
  for (const text of texts) {
    const behind = grounds.splice(0, text.points.length);
    const least = Math.min(
      ...behind.map((ground) => contrastOf(over(text.colour, text.opacity, ground), ground)),
    );
    const needed = isLarge(text) ? 3 : 4.5;
    if (least < needed)
      faint.push(`“${text.text}” (${text.part}): ${least.toFixed(2)} where ${needed} is needed`);
  }
  return { texts: texts.map(({ text }) => text), faint };
}
