import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  heading,
  labelled,
  mount,
  part,
  parts,
  providers,
  result,
  role,
  session,
  signIn,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';
const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** Red, green and blue as the browser paints this value of CSS. */
function painted(colour: string): number[] {
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

/** The contrast of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string): number =>
    painted(colour)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0);
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const style = (element: Element | null) => getComputedStyle(element!);
const height = (element: Element | null): number => element!.getBoundingClientRect().height;
const top = (element: Element | null): number => element!.getBoundingClientRect().top;

describe('the first request', () => {
  it('is sent before the browser reads the style sheets, and the panel has them', async () => {
    let sheets: number | undefined;
    const service = fakeService({
      '/v2/link/start': () => {
        sheets = link.shadowRoot!.adoptedStyleSheets.length;
        return { body: { session, providers } };
      },
    });
    const link = mount();
    try {
      await appears(link, () => part(link, 'provider'));

      expect(sheets).to.equal(0);
      expect(getComputedStyle(part(link, 'panel')!).display).to.equal('flex');
    } finally {
      cleanUp();
      service.restore();
    }
  });
});

describe('looks', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    document.documentElement.style.fontSize = '';
    cleanUp();
    service.restore();
  });

  describe('a brand colour', () => {
    const brands = [
      '#ffe600',
      '#fff',
      '#000',
      '#0f0',
      '#000080',
      '#7f7f7f',
      '#e4002b',
      'light-dark(#0a0, #afa)',
    ];
    const pages: Record<string, { scheme: string; text?: string; surface?: string }> = {
      'a light page': { scheme: 'light' },
      'a dark page': { scheme: 'dark' },
      'a dark surface of a light page': { scheme: 'light', surface: '#2b0a45', text: '#fff' },
      'a yellow surface of a dark page': { scheme: 'dark', surface: '#ffec00', text: '#000' },
    };
    for (const [name, { scheme, surface, text }] of Object.entries(pages))
      it(`has enough contrast as text and as a background on ${name}`, async () => {
        service = fakeService();
        const link = mount({ provider: 'aurora_ring' });
        link.style.colorScheme = scheme;
        if (surface) link.style.setProperty('--svc-link-surface', surface);
        if (surface) link.style.setProperty('--svc-link-subtle', surface);
        if (text) link.style.setProperty('--svc-link-text', text);
        const action = await button(link, 'Continue to Aurora Ring');
        const panel = part(link, 'panel');
        const terms = role(link, 'link', /^Terms/);
        action.style.transition = 'none';

        for (const brand of brands) {
          link.style.setProperty('--svc-link-accent', brand);
          const { color, backgroundColor, borderTopColor } = style(action);
          const ground = style(panel).backgroundColor;
          expect(contrast(color, backgroundColor), `on ${brand}`).to.be.at.least(4.5);
          expect(contrast(borderTopColor, ground), `${brand} around`).to.be.at.least(3);
          expect(contrast(style(terms).color, ground), `${brand} as text`).to.be.at.least(4.5);
          expect(
            contrast(style(terms).color, style(part(link, 'consent')).backgroundColor),
            `${brand} as text in the consent`,
          ).to.be.at.least(4.5);
        }
      });

    it('is unchanged where it fills a button, and the page can set the colour of the text there', async () => {
      service = fakeService();
      const link = mount({ provider: 'aurora_ring' });
      link.style.setProperty('--svc-link-accent', '#ffe600');
      link.style.setProperty('--svc-link-on-accent', '#123456');
      const action = await button(link, 'Continue to Aurora Ring');

      expect(painted(style(action).backgroundColor)).to.eql([255, 230, 0]);
      expect(painted(style(action).color)).to.eql([0x12, 0x34, 0x56]);
    });
  });

  for (const density of ['1', '0.75'])
    it(`has no target under 44 pixels at density ${density}`, async () => {
      service = fakeService({ [password]: result('pending_provider_mfa') });
      const small = (link: SvcLink): string[] =>
        [...link.renderRoot.querySelectorAll('button, input, select, a')]
          .filter((element) => height(element) < 44 || element.getBoundingClientRect().width < 44)
          .map((element) => `${element.getAttribute('part')} ${height(element)}`);
      const link = mount();
      link.style.setProperty('--svc-link-density', density);
      (await button(link, /^Quartz Scale/)).focus();
      expect(small(link), 'picker').to.eql([]);

      role(link, 'button', /^Xenon Pump/)!.click();
      await appears(link, () => labelled(link, 'Region'));
      expect(small(link), 'sign-in with a region').to.eql([]);

      part(link, 'back')!.click();
      (await button(link, /^Quartz Scale/)).click();
      await signIn(link);
      await appears(link, () => labelled(link, 'Code'));
      expect(small(link), 'challenge').to.eql([]);
    });

  it('has no field into which a phone zooms, in a page whose rem is 62.5 % either', async () => {
    service = fakeService();
    document.documentElement.style.fontSize = '62.5%';
    const link = mount({ provider: 'quartz_scale' });
    const field = await appears(link, () => labelled(link, 'Email'));
    expect(parseFloat(getComputedStyle(field).fontSize)).to.be.at.least(16);
  });

  it('is less high with a compact density', async () => {
    service = fakeService();
    const link = mount();
    const row = await button(link, /^Quartz Scale/);
    const before = height(row);

    link.style.setProperty('--svc-link-density', '0.75');

    expect(height(row)).to.be.below(before);
  });

  for (const density of ['1', '0.75'])
    it(`puts the list where its outline was, at density ${density}`, async () => {
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      service = fakeService();
      const fetched = globalThis.fetch;
      globalThis.fetch = async (...request) => (await held, fetched(...request));
      const link = mount();
      link.style.setProperty('--svc-link-density', density);
      const outline = await appears(link, () => part(link, 'progress'));
      const before = {
        panel: height(part(link, 'panel')),
        search: top(outline.querySelector('.field')),
        row: height(outline.querySelector('.row')),
        list: top(outline.querySelector('.rows')),
      };

      answer();
      const row = await button(link, /^Quartz Scale/);

      expect(height(part(link, 'panel')), 'panel').to.equal(before.panel);
      expect(top(part(link, 'search')), 'search').to.be.closeTo(before.search, 2);
      expect(height(row), 'row').to.equal(before.row);
      expect(top(row), 'list').to.be.closeTo(before.list, 2);
    });

  it('uses the fonts of the picker while it loads, so that they are there with the rows', async () => {
    /**
     * The fonts of all words in the body, and of the field. Badges, and letters in place of a logo, are left out: few rows have
     * one.
     */
    const fonts = (link: SvcLink): string[] =>
      [...part(link, 'body')!.querySelectorAll('*:not([part=provider-logo], [part=provider-badge])')]
        .filter(
          (each) =>
            each.matches('input, [data-word]') ||
            [...each.childNodes].some((node) => node instanceof Text && node.data.trim()),
        )
        .map(style)
        .map(({ fontFamily, fontSize, fontWeight }) => `${fontWeight} ${fontSize} ${fontFamily}`);
    service = fakeService({ '/v2/link/start': 'never' });
    const waiting = mount();
    await appears(waiting, () => part(waiting, 'progress'));
    const early = fonts(waiting);
    service = fakeService();
    const link = mount();
    await button(link, /^Quartz Scale/);

    const needed = new Set(fonts(link));
    expect(needed.size).to.equal(5);
    expect([...needed].filter((font) => !early.includes(font))).to.deep.equal([]);
  });

  it('gives the letter in place of a logo the same readable colour everywhere', async () => {
    const without = providers.map((provider) => ({ ...provider, logo: '' }));
    service = fakeService({ '/v2/link/start': { body: { session, providers: without } } });
    const link = mount();
    const row = await button(link, /Quartz Scale/);
    const inList = style(row.querySelector('[part=provider-logo]')).backgroundColor;
    for (const logo of parts(link, 'provider-logo'))
      expect(contrast(style(logo).color, style(logo).backgroundColor)).to.be.at.least(4.5);

    row.click();
    await heading(link, 'Connect Quartz Scale');

    expect(style(part(link, 'provider-logo')).backgroundColor).to.equal(inList);
  });

  it('aligns a Latin name with the line below it, from right to left as well', async () => {
    service = fakeService();
    const link = mount({ locale: 'ar' });
    await appears(link, () => part(link, 'panel')?.dir === 'rtl' && part(link, 'provider'));
    const end = (element: Element | null): number => {
      const text = document.createRange();
      text.selectNodeContents(element!);
      return Math.round(text.getBoundingClientRect().right);
    };
    const row = part(link, 'provider')!;
    expect(end(row.querySelector('bdi'))).to.equal(end(row.querySelector('.resources')));
  });

  it('moves a later step up into its place, and shows the picker at once', async () => {
    service = fakeService();
    const link = mount();
    const movement = (): string => style(part(link, 'title')).animationName;
    const row = await button(link, /^Quartz Scale/);
    expect(movement()).to.equal('none');

    row.click();
    await heading(link, 'Connect Quartz Scale');
    expect(movement()).to.equal('rise');

    part(link, 'back')!.click();
    await heading(link, 'Choose a device or app');
    expect(movement()).to.equal('none');
  });

  it('puts the button that shows the password into the middle of its field, at the end', async () => {
    service = fakeService();
    const link = mount({ provider: 'quartz_scale' });
    const field = (await appears(link, () => labelled(link, 'Password'))).getBoundingClientRect();
    const reveal = part(link, 'reveal')!.getBoundingClientRect();

    expect(reveal.top + reveal.height / 2).to.be.closeTo(field.top + field.height / 2, 0.6);
    expect(reveal.top).to.be.at.least(field.top);
    expect(field.right - reveal.right).to.be.within(0, 4);
  });

  it('centres a secondary action whose words take two lines, like a button', async () => {
    service = fakeService();
    const helpUrl = 'https://quartz.example/help';
    const link = mount({ provider: 'quartz_scale', help: { quartz_scale: { helpUrl } } });
    link.style.inlineSize = '200px';
    const way = await appears(link, () => role(link, 'link', /^Get help from/));
    const middle = (element: Element): number => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    };

    expect(height(way)).to.be.above(50);
    expect(middle(way.querySelector('bdi')!)).to.be.closeTo(middle(way), 1);
  });

  it('puts the links of the consent below each other before it breaks one of their words', async () => {
    const addresses = {
      terms_url: 'https://acme.example/terms',
      privacy_url: 'https://acme.example/privacy',
    };
    service = fakeService({
      '/v2/link/start': { body: { session: { ...session, ...addresses }, providers } },
    });
    const link = mount({ provider: 'quartz_scale', locale: 'de' });
    link.style.inlineSize = '288px';
    for (const name of ['Nutzungsbedingungen', 'Datenschutz']) {
      const shown = await appears(link, () => role(link, 'link', new RegExp(`^${name}`)));
      const text = document.createRange();
      text.selectNodeContents(shown.querySelector('bdi') ?? shown.firstChild ?? shown);
      expect(text.getClientRects(), name).to.have.length(1);
    }
  });
});
