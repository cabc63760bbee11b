import { expect } from '@open-wc/testing';
import { show, speakPage } from '../../src/hosted/page.js';
import { screens } from '../../src/hosted/texts.js';

const frame = `<main><img class="logo" alt="" hidden><h1></h1><p class="text"></p><button type="button" hidden></button></main>`;

describe('the hosted page’s own screens', () => {
  const root = document.documentElement;
  const before = { lang: root.lang, dir: root.dir, title: document.title };
  let place: HTMLElement;

  beforeEach(() => {
    place = document.createElement('div');
    place.innerHTML = frame;
    document.body.append(place);
  });
  afterEach(() => {
    place.remove();
    delete document.body.dataset['look'];
    Object.assign(root, { lang: before.lang, dir: before.dir });
    document.title = before.title;
  });

  const title = () => place.querySelector('h1')!;

  it('isolate the provider’s name from the words around it', async () => {
    await speakPage('ar');
    show(screens.connected('Ring (2)'));
    expect(title().textContent).to.equal('تم ربط Ring (2)');
    expect(title().querySelector('bdi')?.textContent).to.equal('Ring (2)');
    // The window's title can hold no element.
    expect(document.title).to.equal('تم ربط \u2068Ring (2)\u2069');
    await speakPage('en');
    expect(title().textContent).to.equal('Ring (2) is connected');
    expect(title().querySelector('bdi')?.textContent).to.equal('Ring (2)');
    expect(document.title).to.equal('Ring (2) is connected');
  });

  it('say “account” if nobody named the provider', async () => {
    await speakPage('de');
    show(screens.failed());
    expect(title().textContent).to.equal('Die Verbindung mit Ihrem Konto hat nicht geklappt');
    show(screens.unfinished());
    expect(title().textContent).to.equal('Ihr Konto ist noch nicht verbunden');
  });

  it('show a name as text, whatever it contains', async () => {
    await speakPage('en');
    show(screens.connected('{p} $& <b>'));
    expect(title().textContent).to.equal('{p} $& <b> is connected');
  });
});
