import { expect } from '@open-wc/testing';
import { en } from '../../src/messages/en.js';
import type { Language, Message, Translation } from '../../src/messages/index.js';
import { languages } from '../../src/messages/languages.js';
import type { SvcLink } from '../../src/index.js';
import { listenTo } from './hosted-page.js';
import {
  appears,
  cleanUp,
  fakeService,
  heading,
  labelled,
  mount,
  next,
  part,
  providers,
  role,
  result,
  session,
} from './harness.js';

/** Changed for the time of a test: the element reads this map. */
const map = languages as Record<string, () => Promise<Language>>;
const stretched = (text: string): string =>
  `[${text.replace(/\{\w+\}|[aeiou]/g, (each) => (each.length > 1 ? each : `${each}${each}`))}]`;

/** English, 40 % longer and in brackets: text without brackets on the screen is not translated. */
function pseudo(tag: string): Language {
  const translation = Object.fromEntries(
    Object.entries<Message>(en).map(([key, message]) => [
      key,
      typeof message === 'string' ? stretched(message) : { other: stretched(message.other) },
    ]),
  );
  // Words of resources fall back to their names.
  return { tag, translation: translation as unknown as Translation };
}

describe('the language of the widget', () => {
  let service: ReturnType<typeof fakeService>;
  const before = { ...map };

  beforeEach(() => {
    service = fakeService();
  });
  afterEach(() => {
    cleanUp();
    service.restore();
    for (const name of Object.keys(map)) if (!before[name]) delete map[name];
    Object.assign(map, before);
  });

  /** Words of German that come when the returned function is called. */
  function slowGerman(): () => void {
    let come = (): void => {};
    const words = new Promise<Language>((resolve) => (come = () => resolve(pseudo('de'))));
    map['de'] = () => words;
    return come;
  }

  /** By then the service has answered an element that was there before, too. */
  const otherIsReady = (more: Partial<SvcLink> = {}) => next(mount({ ...more, locale: 'en' }), 'svc-ready');

  it('is the language that the page sets for it, or for the elements around it', async () => {
    const own = mount({ locale: 'es-MX' });
    await heading(own, 'Elige un dispositivo o una app');
    expect(part(own, 'panel')?.lang).to.equal('es');

    const around = mount();
    around.parentElement!.lang = 'nl';
    await heading(around, 'Kies een apparaat of app');
    expect(part(around, 'panel')?.lang).to.equal('nl');
  });

  it('changes while the widget runs, and keeps what was typed', async () => {
    const link = mount({ provider: 'quartz_scale', locale: 'en' });
    const name = await appears(link, () => labelled(link, 'Email'));
    name.value = 'me@example.com';
    name.dispatchEvent(new Event('change'));
    link.locale = 'de';
    await heading(link, 'Mit Quartz Scale verbinden');
    const same = await appears(link, () => labelled(link, 'E-Mail-Adresse'));
    expect(same.value).to.equal('me@example.com');
    link.locale = 'en';
    await heading(link, 'Connect Quartz Scale');
  });

  it('is separate for each element', async () => {
    const [one, other] = [mount({ locale: 'fr' }), mount({ locale: 'ja' })];
    await appears(one, () => part(one, 'panel')?.lang === 'fr' && role(one, 'heading', /appareil/));
    await appears(
      other,
      () => part(other, 'panel')?.lang === 'ja' && role(other, 'heading', /デバイス|機器/),
    );
  });

  it('runs from right to left if its script does, whatever the page does', async () => {
    const link = mount({ locale: 'ar' });
    await appears(link, () => part(link, 'provider'));
    await appears(link, () => part(link, 'panel')?.dir === 'rtl');
    link.locale = 'it';
    await appears(link, () => part(link, 'panel')?.dir === 'ltr');
    link.locale = 'en';
    await appears(link, () => part(link, 'panel')?.hasAttribute('dir') === false);
  });

  it('is English if its words do not load or do not exist', async () => {
    map['fr'] = () => Promise.reject(new Error('no network'));
    const broken = mount({ locale: 'fr' });
    await heading(broken, 'Choose a device or app');
    expect(part(broken, 'panel')?.lang).to.equal('en');
    const unknown = mount({ locale: 'el' });
    await heading(unknown, 'Choose a device or app');
  });

  it('shows no words of another language while its own words load', async () => {
    const waiting: ((language: Language) => void)[] = [];
    const fr = await before['fr']!();
    map['fr'] = () => new Promise((resolve) => waiting.push(resolve));
    const link = mount({ locale: 'fr' });
    await otherIsReady();
    await link.updateComplete;
    expect(part(link, 'progress')).not.to.equal(null);
    expect(role(link, 'heading', 'Choose a device or app')).to.equal(null);
    for (const come of waiting) come(fr);
    await appears(link, () => role(link, 'heading', /appareil/));
  });

  it('is there before the page hears that the first screen can be used', async () => {
    const come = slowGerman();
    const link = mount({ locale: 'de' });
    const heard = listenTo(link);
    await otherIsReady();
    expect(heard).to.deep.equal(['step loading']);

    come();
    await next(link, 'svc-ready');

    expect(heard).to.deep.equal(['step loading', 'step select-provider', 'ready select-provider']);
  });

  it('is there before that, too, where the start came with the token', async () => {
    const come = slowGerman();
    service.answers['/v2/link/start'] = 'never';
    const given = {
      linkToken: null,
      tokenProvider: async () => ({ link_token: 'lt_1', start: { session, providers } }),
    };
    const link = mount({ ...given, locale: 'de' });
    const heard = listenTo(link);
    await otherIsReady(given);
    expect(heard).to.deep.equal(['step loading']);

    come();
    await next(link, 'svc-ready');
  });

  it('is not English for a moment if the page changes it while the first words load', async () => {
    slowGerman();
    let come = (): void => {};
    const words = new Promise<Language>((resolve) => (come = () => resolve(pseudo('fr'))));
    map['fr'] = () => words;
    const link = mount({ locale: 'de' });
    await link.updateComplete;
    link.locale = 'fr';
    await otherIsReady();
    await link.updateComplete;
    expect(part(link, 'provider-list')).to.equal(null);

    come();
    await heading(link, /^\[/);
  });

  it('gives way to the page’s own words, key by key', async () => {
    const link = mount({ locale: 'es', messages: { 'step.select-provider.title': 'Tus relojes' } });
    await heading(link, 'Tus relojes');
    expect(role(link, 'searchbox', 'Buscar')).not.to.equal(null);
  });

  it('has no word outside the catalogue (pseudo-locale), and fits 320 px with texts that are 40 % longer', async () => {
    map['qps'] = () => Promise.resolve(pseudo('qps'));
    service.answers['/v2/link/provider/password/quartz_scale'] = result('error', {
      error_type: 'provider_api_error',
    });
    const link = mount({ locale: 'qps', provider: 'quartz_scale' });
    link.parentElement!.style.width = '320px';
    const user = await appears(link, () => labelled(link, stretched('Email')));
    expect(user).not.to.equal(null);
    const plain = (): string[] => {
      const walker = document.createTreeWalker(part(link, 'panel')!, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode()) {
        const { parentElement: parent, data } = walker.currentNode as Text;
        const own = parent?.closest('bdi, style, [part=consent] li');
        if (data.trim() && !own) found.push(data.trim());
      }
      // A text with a name inside is in pieces: brackets open in one and close in another.
      return found.filter((text) => !/[[\]]/.test(text) && !/^\W*$/.test(text));
    };
    const overflows = (): boolean => part(link, 'panel')!.scrollWidth > part(link, 'panel')!.clientWidth;
    expect(plain()).to.deep.equal([]);
    expect(overflows()).to.equal(false);
    user.value = 'me@example.com';
    user.dispatchEvent(new Event('change'));
    labelled(link, stretched('Password'))!.value = 'good';
    part(link, 'submit')!.click();
    await appears(link, () => part(link, 'problem'));
    expect(overflows()).to.equal(false);
  });
});
