import { expect } from '@open-wc/testing';
import {
  appears,
  base,
  cleanUp,
  fakeService,
  heading,
  mount,
  part,
  providers,
  role,
  session,
  statusNode,
  text,
} from './harness.js';

/** The service asks to wait this many minutes before the first screen. */
const waits = (minutes: number) => ({
  '/v2/link/start': { status: 429, body: {}, headers: { 'retry-after': String(minutes * 60) } },
});

describe('the rules of a language and its script', () => {
  let service: ReturnType<typeof fakeService>;

  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('writes numbers as the region does, and again when the region changes', async () => {
    service = fakeService(waits(5));
    const link = mount({ locale: 'ar-EG' });
    const says = (words: string) => appears(link, () => text(part(link, 'problem')).includes(words));
    await says('بعد ٥ دقائق');
    link.locale = 'ar-MA';
    await says('بعد 5 دقائق');
  });

  it('writes numbers in English if the words are English', async () => {
    service = fakeService(waits(1440));
    const link = mount({ locale: 'el' });
    await appears(link, () => text(part(link, 'problem')).includes('1,440 minutes'));
  });

  for (const [asked, title, tag] of [
    ['zh-TW', '選擇裝置或 App', 'zh-Hant'],
    ['zh-SG', '选择设备或应用', 'zh-Hans'],
  ] as const)
    it(`states the right kind of Chinese for ${asked}`, async () => {
      service = fakeService();
      const link = mount({ locale: asked });
      await heading(link, title);
      expect(part(link, 'panel')?.lang).to.equal(tag);
    });

  it('breaks a line of Korean only between words', async () => {
    service = fakeService();
    const link = mount({ locale: 'ko' });
    const title = await appears(link, () => role(link, 'heading', '기기 또는 앱을 선택하세요'));
    const words = title.textContent!.trim().split(' ');
    const node = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode() as Text;
    for (let width = 180; width <= 360; width += 6) {
      link.parentElement!.style.inlineSize = `${width}px`;
      let at = 0;
      for (const word of words) {
        const range = document.createRange();
        at = node.data.indexOf(word, at);
        range.setStart(node, at);
        range.setEnd(node, (at += word.length));
        expect(
          new Set([...range.getClientRects()].map(({ top }) => top)).size,
          `${word} at ${width}`,
        ).to.equal(1);
      }
    }
  });

  it('announces in its own language, whatever the page’s is', async () => {
    service = fakeService();
    const link = mount({ locale: 'de' });
    const search = await appears(link, () => role(link, 'searchbox', 'Suchen'));
    (search as HTMLInputElement).value = 'ring';
    search.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const status = await appears(link, () => {
      const node = statusNode(link);
      return node?.textContent === '1 Ergebnis' && node;
    });
    expect(status.lang).to.equal('de');
  });

  /** How much wider a line is because of the gaps that `text-autospace` leaves in it. */
  const gapsIn = (line: HTMLElement): number => {
    const range = document.createRange();
    range.selectNodeContents(line);
    line.style.whiteSpace = 'nowrap';
    const wide = range.getBoundingClientRect().width;
    line.style.setProperty('text-autospace', 'no-autospace');
    return wide - range.getBoundingClientRect().width;
  };

  it('leaves a gap between Han and other letters, around names too', async () => {
    service = fakeService();
    // Not every engine leaves a gap where an element begins.
    const plain = document.createElement('p');
    plain.innerHTML = '<span style="text-autospace: normal">将<b>Aurora</b>连接</span>';
    document.body.append(plain);
    const can = gapsIn(plain.querySelector('span')!) > 1;
    plain.remove();
    for (const locale of ['zh', 'zh-TW', 'ja']) {
      const link = mount({ locale, provider: 'aurora_ring' });
      const title = await appears(link, () => {
        const found = role(link, 'heading', /Aurora Ring.*Well Days/);
        return found?.querySelector('bdi') ? found : null;
      });
      expect(gapsIn(title.nextElementSibling as HTMLElement) > 1, locale).to.equal(can);
      // In a heading a name is a box, and no engine leaves a gap beside a box by itself.
      const margin = parseFloat(getComputedStyle(title.querySelector('bdi')!).marginInlineStart);
      expect(margin, locale).to.be.above(1);
      link.parentElement!.remove();
    }
  });

  for (const locale of ['zh', 'ja'])
    it(`keeps a name in a heading on one line if it fits, in ${locale}`, async () => {
      service = fakeService();
      const link = mount({ locale, provider: 'aurora_ring' });
      const title = await appears(link, () => {
        const found = role(link, 'heading', /Aurora.Ring.*Well.Days/);
        return found?.querySelector('bdi') ? found : null;
      });
      const parted: number[] = [];
      for (let width = 200; width <= 400; width += 4) {
        link.parentElement!.style.inlineSize = `${width}px`;
        for (const name of title.querySelectorAll('bdi')) {
          const range = document.createRange();
          range.selectNodeContents(name);
          const tops = new Set([...range.getClientRects()].map(({ top }) => top));
          if (tops.size > 1) parted.push(width);
        }
      }
      expect(parted).to.deep.equal([]);
    });

  it('isolates a name that is written in the other direction', async () => {
    const hebrew = providers.map((each) =>
      each.slug === 'aurora_ring' ? { ...each, name: 'טבעת (2)' } : each,
    );
    service = fakeService({ '/v2/link/start': { body: { session, providers: hebrew } } });
    const link = mount({ baseUrl: base, locale: 'zh', provider: 'aurora_ring' });
    const name = await appears(link, () =>
      [...link.renderRoot.querySelectorAll('[part=title] bdi')].find(
        (each) => each.textContent === 'טבעת (2)',
      ),
    );
    expect(getComputedStyle(name).unicodeBidi).to.equal('isolate');
  });

  it('never separates a name from the punctuation before or after it', async () => {
    service = fakeService();
    const words = 'Sign in at the maker ({p}), then come back here to see all of it.';
    const link = mount({ provider: 'quartz_scale', messages: { 'step.sign-in.text': words } });
    const lead = await appears(link, () => {
      const found = role(link, 'heading', 'Connect Quartz Scale')?.nextElementSibling;
      return found?.querySelector('bdi') ? (found as HTMLElement) : null;
    });
    const name = lead.querySelector('bdi')!;
    // The text nodes beside the name; between them Lit has comments.
    const walker = document.createTreeWalker(lead, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode as Text);
    const place = nodes.findIndex(({ parentNode }) => parentNode === name);
    const [before, after] = [nodes[place - 1]!, nodes[place + 1]!];
    const boxOf = (node: Text, at: number): DOMRect => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    for (let width = 180; width < 420; width += 1) {
      link.parentElement!.style.width = `${width}px`;
      const lines = [...name.getClientRects()];
      expect(boxOf(before, before.length - 1).bottom, `${width} px`).to.be.above(lines[0]!.top + 1);
      expect(boxOf(after, 0).top, `${width} px`).to.be.below(lines.at(-1)!.bottom - 1);
    }
  });
});
