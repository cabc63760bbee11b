import { expect } from '@open-wc/testing';
import { inspectPage } from '../../src/element/inspect-page.js';
import { inspectService } from '../../src/element/inspect-service.js';
import type { State } from '../../src/flow/index.js';
import type { MessageOverrides, SvcLink } from '../../src/index.js';
import { cleanUp, fakeService, heading, mount, providers } from './harness.js';

describe('misuse', () => {
  let service: ReturnType<typeof fakeService>;
  const original = console.warn;
  let warnings: string[];
  let heard: () => void;

  beforeEach(() => {
    service = fakeService();
    warnings = [];
    heard = () => {};
    console.warn = (...words: unknown[]) => {
      const line = words.join(' ');
      if (!line.startsWith('<svc-link>')) return;
      warnings.push(line);
      heard();
    };
  });
  afterEach(() => {
    console.warn = original;
    cleanUp();
    service.restore();
  });

  /** The warnings, once there is one; a further update repeats none. */
  async function told(link: SvcLink): Promise<string[]> {
    if (warnings.length === 0) await new Promise<void>((resolve) => (heard = resolve));
    link.requestUpdate();
    await link.updateComplete;
    return warnings;
  }

  const child = (tag: string, attributes: Record<string, string> = {}, words = ''): HTMLElement => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = words;
    return element;
  };
  const inDialog = (trigger: HTMLElement) => (): SvcLink => {
    const link = mount({ mode: 'dialog' });
    link.append(trigger);
    link.show();
    return link;
  };
  const withChild = (element: HTMLElement) => (): SvcLink => {
    const link = mount();
    link.append(element);
    return link;
  };

  const misuses: [string, () => SvcLink, RegExp][] = [
    [
      'a misspelt attribute',
      () => mount({}, { base_url: 'https://a.test' }),
      /misspelt: base_url for base-url/,
    ],
    [
      'an attribute with a letter missing',
      () => mount({}, { providr: 'quartz_scale' }),
      /providr for provider/,
    ],
    ['an attribute with letters swapped', () => mount({}, { lable: 'Devices' }), /lable for label/],
    [
      'a listener for an event that is misspelt',
      () => {
        const link = mount();
        link.addEventListener('svc-sucess', () => {});
        return link;
      },
      /svc-sucess, did you mean svc-success/,
    ],
    [
      'a listener for an event that does not exist',
      () => {
        const link = mount();
        link.addEventListener('svc-connected', () => {});
        return link;
      },
      /no event of this name: svc-connected/,
    ],
    [
      'a property in camel case as an attribute',
      () => mount({}, { withAnother: '' }),
      /withanother for with-ano/,
    ],
    [
      'an attribute for what only a script can set',
      () => mount({}, { 'token-provider': 'getToken()' }),
      /tokenProvider is not an attribute.*link\.tokenProvider/,
    ],
    [
      'a token in the markup and another one by script',
      () => {
        const link = mount({}, { 'link-token': 'lt_markup' });
        link.linkToken = 'lt_script';
        return link;
      },
      /attribute and the linkToken property differ/,
    ],
    [
      'a tokenProvider that is no function',
      () => mount({ tokenProvider: 'lt_1' as unknown as () => Promise<string> }),
      /tokenProvider is not a function/,
    ],
    [
      'another connection without a tokenProvider',
      () => mount({ withAnother: true }),
      /with-another needs tokenProvider, because this link token makes one/,
    ],
    [
      'a provider that nobody offers',
      () => mount({ providers: ['quartz_scale', 'nowhere'] }),
      /providers.*: nowhere/,
    ],
    [
      'help for a provider that nobody offers',
      () => mount({ help: { nowhere: {} } }),
      /help names.*: nowhere/,
    ],
    [
      'a text that nothing says',
      () => mount({ messages: { 'common.shut': 'Leave' } as MessageOverrides }),
      /messages has keys that no text has: common\.shut/,
    ],
    ['a language that nobody has written', () => mount({ locale: 'el-GR' }), /"el-GR": English is shown/],
    [
      'a support-url that is none',
      () => mount({ supportUrl: 'mailto:help@a.test' }),
      /support-url is left out/,
    ],
    ['open in place', () => mount({ open: true }), /open has no meaning in place/],
    ['a trigger in place', withChild(child('button', { slot: 'trigger' }, 'Add')), /not shown in place/],
    ['a child without a slot', withChild(child('p', {}, 'Loading')), /<p> is not shown/],
    ['a slot that does not exist', withChild(child('p', { slot: 'top' })), /<p slot="top"> is not shown/],
    [
      'a trigger that no key reaches',
      inDialog(child('div', { slot: 'trigger' }, 'Add')),
      /the <div> .* by keyboard/,
    ],
    [
      'a trigger without a name',
      inDialog(child('button', { slot: 'trigger' })),
      /no name for screen readers/,
    ],
  ];
  for (const [name, make, words] of misuses)
    it(`${name} is explained once`, async () => {
      const link = make();

      const lines = await told(link);

      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(words);
    });

  it('says nothing if a page does everything right', async () => {
    const link = mount(
      {
        mode: 'dialog',
        label: 'Devices',
        messages: {
          'common.close': 'Leave',
          'resource.steps': 'steps',
          'problem.new_code.title': 'Oh',
        } as MessageOverrides,
        help: { quartz_scale: { instructions: 'Use the name on the box.' } },
        providers: providers.map(({ slug }) => slug),
        locale: 'en-GB',
        withAnother: true,
        tokenProvider: async () => 'lt_2',
      },
      { 'data-v-7ba5bd90': '', 'aria-label': 'Devices', onclick: '' },
    );
    const trigger = child('button', { slot: 'trigger' });
    trigger.append(child('img', { alt: 'Add a device' }));
    link.append(trigger, child('p', { slot: 'footer' }, 'Northwind'));
    link.show();
    await heading(link, 'Choose a device or app');

    // Any warning about the settings above comes before the one that this causes.
    link.messages = { ...link.messages, 'common.shut': 'Leave' } as MessageOverrides;

    const lines = await told(link);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/no text has: common\.shut\./);
  });

  describe('of a base-url that leads elsewhere', () => {
    const failed = (body: unknown) => ({ status: 401, body });

    it('warns about another interface that refuses everything as the service does', async () => {
      service.answers['/v2/link/start'] = failed({ detail: 'Not authenticated' });
      service.answers['/v2/link/state'] = failed({ detail: 'Not authenticated' });

      const lines = await told(mount());

      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(
        /\/v2\/link\/state answered HTTP 401 \(application\/json\), where HTTP 401 with invalid_token was expected/,
      );
    });

    it('says that nothing answers if a request gets no answer', async () => {
      Object.assign(service.answers, { '/v2/link/start': 'never', '/v2/link/state': 'never', '/': 'never' });
      const link = mount();
      const notes = new Promise<string[]>((resolve) => {
        const problem = { code: 'timeout', from: 'loading' };
        const original = AbortSignal.timeout;
        // The time is over before the request is sent.
        AbortSignal.timeout = () => original.call(AbortSignal, 0);
        inspectService(link, { step: 'problem', problem } as State, (note, value = '') =>
          resolve([note, value]),
        );
        AbortSignal.timeout = original;
      });
      expect(await notes).to.deep.equal(['base-url-silent', 'https://service.test']);
    });

    it('says nothing about the service itself if it fails once', async () => {
      service.answers['/v2/link/start'] = { status: 500, body: { detail: 'no' } };
      const asked = service.asked('/v2/link/state');
      const link = mount();
      await asked;
      await heading(link, 'There’s a problem with this service');

      // Any warning about the settings above comes before the one that this causes.
      link.messages = { 'common.shut': 'Leave' } as MessageOverrides;

      const lines = await told(link);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(/no text has: common\.shut\./);
    });
  });

  describe('of addresses', () => {
    const notesAt = (page: string, properties: Partial<SvcLink>): string[] => {
      const notes: string[] = [];
      const link = document.createElement('svc-link');
      Object.assign(link, properties);
      inspectPage(link, (note, value = '') => notes.push(`${note} ${value}`.trim()), page);
      return notes;
    };

    it('names a service that a page on https cannot reach', () => {
      const notes = notesAt('https://app.test/', { baseUrl: 'http://link.example.com/v2' });
      expect(notes).to.deep.equal(['base-url-insecure http://link.example.com']);
    });

    for (const baseUrl of ['https://link.example.com', 'http://127.0.0.1:8787', 'http://a.localhost'])
      it(`accepts ${baseUrl}`, () => {
        expect(notesAt('https://app.test/', { baseUrl })).to.deep.equal([]);
      });

    it('warns of a token in the address of the page, and does not repeat it', () => {
      const notes = notesAt('https://app.test/?token=lt_012345678', { linkToken: 'lt_012345678' });
      expect(notes).to.deep.equal(['token-in-address']);
    });
  });
});
