import { expect } from '@open-wc/testing';
import { brandColours } from '../../src/hosted/brand-colour.js';

/** WCAG 2.2, reckoned apart from the code. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string): number =>
    [1, 3, 5]
      .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

const pair = (value: string): string[] => value.match(/#[\da-f]{6}/g) ?? [];

describe('the colour of a brand', () => {
  it('can be read on the page and written on, in light and dark', () => {
    for (const colour of ['#ffe600', '#000', '#fff', '#1f4fd1', '#e4002b', '#7f7f7f', '#00FFAA']) {
      const colours = brandColours(colour);
      const [light = '', dark = ''] = pair(colours?.accent ?? '');
      const [onLight = '', onDark = ''] = pair(colours?.onAccent ?? '');
      expect(contrast(light, '#ffffff'), `${colour} in the light`).to.be.at.least(4.5);
      expect(contrast(dark, '#17191e'), `${colour} in the dark`).to.be.at.least(4.4);
      expect(contrast(onLight, light), `on ${colour} in the light`).to.be.at.least(4.5);
      expect(contrast(onDark, dark), `on ${colour} in the dark`).to.be.at.least(4.5);
    }
  });

  it('stays as it is where it can be read', () => {
    expect(pair(brandColours('#1f4fd1')?.accent ?? '')[0]).to.equal('#1f4fd1');
  });

  it('is nothing but a hex colour', () => {
    for (const value of [null, undefined, '', 'red', '#12', '#12345678', 'url(x)', '#12345g', '#fff;'])
      expect(brandColours(value), String(value)).to.equal(null);
  });
});
