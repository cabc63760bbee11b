import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  appears,
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
    return { link, list, rows };
  };
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('holds only the rows around what is seen, and tells their place in all', async () => {
    const { rows, list } = await open();

    expect(rows().length).to.be.lessThan(30);
    expect([rows()[0]!.ariaPosInSet, rows()[0]!.ariaSetSize]).to.deep.equal(['1', '5000']);
    expect(list.scrollHeight).to.be.greaterThan(5000 * 44);
  });

  it('shows the rows of wherever it is scrolled to', async () => {
    const { link, list, rows } = await open();

    list.scrollTop = list.scrollHeight / 2;
    const row = await appears(link, () => rows().find((each) => each.ariaPosInSet === '2500'));

    const seen = list.getBoundingClientRect();
    const place = row.getBoundingClientRect();
    expect(text(row)).to.contain('Provider 2500');
    expect(Math.abs(place.top - seen.top)).to.be.lessThan(seen.height);
    expect(rows().length).to.be.lessThan(140);
  });

  it('keeps the focus on its row while the arrow keys walk past the rows that are there', async () => {
    const { link, rows } = await open();
    rows()[0]!.querySelector('button')!.focus();

    for (let row = 2; row <= 30; row++) {
      await sendKeys({ press: 'ArrowDown' });
      await appears(link, () => text(focused(link)).includes(`Provider ${row} `));
    }

    expect(role(link, 'button', /Provider 30 /)).to.equal(focused(link));
  });

  it('finds by names with any letters, each by its own', async () => {
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

    expect([...list.querySelectorAll('li')].map((row) => row.ariaSetSize)).to.deep.equal(['1']);
    expect(list.querySelector('li')!.innerText).to.contain('Żół');
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

  // Either would style each element of the widget anew, which is most of what a key costs.
  it('neither sets the states nor a variable for a key in the search box', async () => {
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
