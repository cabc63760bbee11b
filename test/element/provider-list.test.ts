import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  focused,
  mount,
  part,
  providers,
  role,
  session,
  text,
} from './harness.js';

const many = Array.from({ length: 5000 }, (_, index) => ({
  ...providers[0]!,
  name: `Provider ${index + 1}`,
  slug: `provider_${index + 1}`,
}));

describe('a list of 5,000 providers', () => {
  let service: ReturnType<typeof fakeService>;
  const open = async () => {
    service = fakeService({ '/v2/link/start': { body: { session, providers: many } } });
    const link = mount();
    const list = await appears(link, () => part(link, 'provider-list'));
    const rows = () => [...list.querySelectorAll('li')];
    const first = rows().length;
    // The rest of a long list can be reached once its code has loaded.
    await appears(link, () => list.scrollHeight > 5000 * 44);
    return { link, list, rows, first };
  };
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('has only the rows around the visible ones, and states their position among all', async () => {
    const { rows, first } = await open();

    for (const count of [first, rows().length]) expect(count).to.be.within(10, 29);
    expect([rows()[0]!.ariaPosInSet, rows()[0]!.ariaSetSize]).to.deep.equal(['1', '5000']);
  });

  it('shows the rows of the place to which it is scrolled', async () => {
    const { link, list, rows } = await open();

    list.scrollTop = list.scrollHeight / 2;
    const row = await appears(link, () => rows().find((each) => each.ariaPosInSet === '2500'));

    const seen = list.getBoundingClientRect();
    const place = row.getBoundingClientRect();
    expect(text(row)).to.contain('Provider 2500');
    expect(Math.abs(place.top - seen.top)).to.be.lessThan(seen.height);
    expect(rows().length).to.be.lessThan(140);
  });

  it('keeps the focus on its row while the arrow keys move past the rendered rows', async () => {
    const { link, rows } = await open();
    rows()[0]!.querySelector('button')!.focus();

    for (let row = 2; row <= 30; row++) {
      await sendKeys({ press: 'ArrowDown' });
      await appears(link, () => text(focused(link)).includes(`Provider ${row} `));
    }

    expect(role(link, 'button', /Provider 30 /)).to.equal(focused(link));
  });

  it('moves to the next row for each key, even if keys come faster than frames', async () => {
    const { link, rows } = await open();
    rows()[0]!.querySelector('button')!.focus();
    const walk = async (key: string, count: number) => {
      for (let press = 0; press < count; press++) {
        const options = { key, bubbles: true, composed: true, cancelable: true };
        focused(link)!.dispatchEvent(new KeyboardEvent('keydown', options));
        // The next key is a task of its own, before any frame.
        await new Promise((next) => setTimeout(next));
      }
    };

    await walk('ArrowDown', 129);
    expect(text(focused(link))).to.contain('Provider 130 ');
    // The window has moved by then, for a moment without rows.
    await appears(link, () => Number(rows()[0]?.ariaPosInSet) > 1);
    await walk('ArrowUp', 30);
    expect(text(focused(link))).to.contain('Provider 100 ');
    // Each key lays the list out, which takes time on a busy machine.
  }).timeout(60_000);

  it('keeps a pressed row at the edge of the rendered rows', async () => {
    const { link, list, rows } = await open();
    list.scrollTop = list.scrollHeight / 2;
    await appears(link, () => Number(rows()[0]?.ariaPosInSet) > 2400);
    const [edge] = rows();
    const pressed = edge!.querySelector('button')!;

    // A press of the mouse focuses the row before its click.
    pressed.focus({ preventScroll: true });
    await link.updateComplete;
    await link.updateComplete;

    expect(pressed.isConnected && focused(link) === pressed).to.equal(true);
  });

  it('finds names with any letters, each by its own letters', async () => {
    service = fakeService({
      '/v2/link/start': {
        body: {
          session,
          providers: many.map((provider, index) =>
            index === 4000 ? { ...provider, name: 'Żółta\nÉtoile' } : provider,
          ),
        },
      },
    });
    const link = mount();
    const search = (await appears(link, () => part(link, 'search-input'))) as HTMLInputElement;
    search.focus();
    await sendKeys({ type: 'etoile ZO' });
    const list = await appears(link, () => part(link, 'provider-list'));
    // Until the search has loaded, no name has these letters, so all rows are there.
    await appears(link, () => list.querySelector('li')?.ariaSetSize !== '5000');

    expect([...list.querySelectorAll('li')].map((row) => row.ariaSetSize)).to.deep.equal(['1']);
    // Not `innerText`: a row that is not drawn yet has none.
    expect(text(list.querySelector('li'))).to.contain('Żół');
  });

  it('begins at the top again for another search', async () => {
    const { link, list, rows } = await open();
    list.scrollTop = 9000;
    await appears(link, () => rows().some((each) => each.ariaPosInSet === '126'));
    const search = role(link, 'searchbox', 'Search') as HTMLInputElement;

    search.value = 'provider 500';
    search.dispatchEvent(new InputEvent('input'));

    await appears(link, () => rows()[0]?.ariaSetSize === '6');
    expect([list.scrollTop, text(rows()[0]!.querySelector('bdi'))]).to.deep.equal([0, 'Provider 500']);
  });

  // Either change would style each element of the widget again, which is most of what a key costs.
  it('sets neither the states nor a variable for a key in the search box', async () => {
    const { link, list, rows } = await open();
    const { clear } = CustomStateSet.prototype;
    let cleared = 0;
    const search = role(link, 'searchbox', 'Search') as HTMLInputElement;
    try {
      CustomStateSet.prototype.clear = function (this: CustomStateSet) {
        cleared++;
        clear.call(this);
      };
      search.value = 'provider 500';
      search.dispatchEvent(new InputEvent('input'));
      await appears(link, () => rows()[0]?.ariaSetSize === '6');
    } finally {
      CustomStateSet.prototype.clear = clear;
    }
    expect(cleared).to.equal(0);
    const { style } = list.querySelector('ul')!;
    expect(style.length).to.be.greaterThan(0);
    expect([...style].filter((name) => name.startsWith('--'))).to.deep.equal([]);
  });
});

describe('a list of 28 providers', () => {
  let service: ReturnType<typeof fakeService>;
  const open = async (count = 28) => {
    service = fakeService({ '/v2/link/start': { body: { session, providers: many.slice(0, count) } } });
    const link = mount();
    const list = await appears(link, () => part(link, 'provider-list'));
    return { link, list, rows: [...list.querySelectorAll('li')] };
  };
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('has every row in the page', async () => {
    const { link, rows } = await open();

    expect(rows.map((row) => text(row.querySelector('bdi')))).to.deep.equal(
      many.slice(0, 28).map(({ name }) => name),
    );
    expect(role(link, 'button', /^Provider 28 /)).to.not.equal(null);
  });

  it('is as high as its rows, whether they are drawn yet or not', async () => {
    const { list, rows } = await open();

    expect(rows.map((row) => row.offsetHeight)).to.deep.equal(rows.map(() => rows[0]!.offsetHeight));
    const end = Number.parseFloat(getComputedStyle(list.querySelector('ul')!).marginBlockEnd);
    expect(list.scrollHeight).to.equal(28 * rows[0]!.offsetHeight + end);
  });

  it('moves by arrow keys through rows out of sight, and scrolls each of them into view', async () => {
    const { link, list, rows } = await open();
    rows[0]!.querySelector('button')!.focus();

    for (let row = 2; row <= 28; row++) {
      await sendKeys({ press: 'ArrowDown' });
      const button = role(link, 'button', new RegExp(`^Provider ${row} `))!;
      expect(focused(link)).to.equal(button);
      const [seen, place] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
      expect(place.top, `row ${row}`).to.be.at.least(seen.top - 1);
      expect(place.bottom, `row ${row}`).to.be.at.most(seen.bottom + 1);
    }
  });

  it('keeps its place when the person comes back from a step', async () => {
    const { link, list, rows } = await open();
    list.scrollTop = 700;
    const top = list.scrollTop;
    await new Promise((scrolled) => list.addEventListener('scroll', scrolled, { once: true }));

    rows[12]!.querySelector('button')!.click();
    (await button(link, 'Back')).click();

    const again = await appears(link, () => part(link, 'provider-list'));
    expect(again.scrollTop).to.equal(top);
  });

  it('has every row up to 200 providers, and only some of 201', async () => {
    const { rows, link } = await open(200);
    expect(rows.length).to.equal(200);
    link.remove();
    service.restore();

    expect((await open(201)).rows.length).to.be.lessThan(30);
  });
});
