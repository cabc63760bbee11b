// A browser that lacks something that the widget needs: today's browser with that removed.
import { expect } from '@open-wc/testing';
import { SvcLink, type OpenOptions } from '../../src/index.js';

/** No request is sent here. The harness is not used, because it registers the element. */
const base = 'https://service.test';

const nothing = (outcome: string) => ({ outcome, results: [] });

describe('SvcLink.open() in an old browser', () => {
  const { any } = AbortSignal;
  const { submit } = HTMLFormElement.prototype;
  /** The link tokens of the forms that would have left the page. */
  let sent: unknown[];
  let hasSent: Promise<void>;
  before(() => {
    Reflect.deleteProperty(AbortSignal, 'any');
  });
  beforeEach(() => {
    sent = [];
    hasSent = new Promise((resolve) => {
      HTMLFormElement.prototype.submit = function () {
        sent.push(new FormData(this).get('link_token'));
        resolve();
      };
    });
  });
  afterEach(() => {
    HTMLFormElement.prototype.submit = submit;
    expect(document.querySelector('svc-link')).to.equal(null);
  });
  after(() => {
    AbortSignal.any = any;
  });
  const open = (more: Partial<OpenOptions>) => SvcLink.open({ baseUrl: base, ...more });
  const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

  it('is an error if there is no token', async () => {
    const refused = async () => Promise.reject(new Error('no token'));
    expect(await open({ tokenProvider: refused })).to.deep.equal(nothing('error'));
    expect(await open({ tokenProvider: async () => '' })).to.deep.equal(nothing('error'));
    expect(sent).to.deep.equal([]);
  });

  it('asks for the token with a reason and a signal, as the widget does', async () => {
    const asked: unknown[] = [];
    const tokenProvider: OpenOptions['tokenProvider'] = async ({ reason, signal }) => {
      asked.push(reason, signal instanceof AbortSignal);
      return '';
    };
    await open({ tokenProvider });
    await open({ tokenProvider, signal: new AbortController().signal });
    expect(asked).to.deep.equal(['start', true, 'start', true]);
  });

  it('goes to the hosted page, and is cancelled if the person comes back to the page as it was', async () => {
    const outcome = open({ tokenProvider: async () => 'lt_1' });
    await hasSent;
    expect(sent).to.deep.equal(['lt_1']);
    comeBack();
    expect(await outcome).to.deep.equal(nothing('cancelled'));
  });

  it('is cancelled by its signal, and goes nowhere after that', async () => {
    const leave = new AbortController();
    let give: (token: string) => void = () => {};
    const token = new Promise<string>((resolve) => (give = resolve));
    const tokenProvider = () => {
      leave.abort();
      return token;
    };
    expect(await open({ tokenProvider, signal: leave.signal })).to.deep.equal(nothing('cancelled'));
    give('lt_1');
    // Takes the same steps as the first one, but later.
    const other = open({ tokenProvider: async () => 'lt_2' });
    await hasSent;
    expect(sent).to.deep.equal(['lt_2']);
    comeBack();
    expect(await other).to.deep.equal(nothing('cancelled'));
  });
});

describe('the tag in an old browser', () => {
  it('has one button, with the name that the page sets right after', async () => {
    // Registered by the tests above.
    const link = document.createElement('svc-link');
    document.body.append(link);
    link.label = 'Add a watch';
    await Promise.resolve();
    document.body.prepend(link);
    const buttons = [...link.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(buttons).to.deep.equal(['Add a watch']);
    link.remove();
  });

  it('has every method of the element', () => {
    // Registered by the tests above.
    const link = document.createElement('svc-link');
    const { prototype } = SvcLink;
    const methods = ['show', 'close', 'restart', 'preload', 'focus'] as const;
    for (const name of methods) expect(prototype[name], name).to.be.a('function');
    for (const name of methods) link[name]();
  });

  describe('with a page that opens it', () => {
    const { submit } = HTMLFormElement.prototype;
    let link: HTMLElementTagNameMap['svc-link'];
    let sent: unknown[];
    let asked: number;
    let give: (token: string) => void;
    let hasSent: Promise<void>;
    beforeEach(() => {
      sent = [];
      asked = 0;
      hasSent = new Promise((resolve) => {
        HTMLFormElement.prototype.submit = function () {
          sent.push(new FormData(this).get('link_token'));
          resolve();
        };
      });
      link = document.createElement('svc-link');
      link.baseUrl = base;
      link.tokenProvider = () => {
        asked += 1;
        return new Promise((resolve) => (give = resolve));
      };
    });
    afterEach(() => {
      HTMLFormElement.prototype.submit = submit;
      link.remove();
    });

    it('goes to the hosted page once if its trigger is pressed and the page calls show() for that', async () => {
      link.mode = 'dialog';
      const trigger = document.createElement('button');
      trigger.slot = 'trigger';
      trigger.addEventListener('click', () => link.show());
      link.append(trigger);
      document.body.append(link);

      trigger.click();
      give('lt_1');
      await hasSent;

      expect([asked, sent]).to.deep.equal([1, ['lt_1']]);
    });

    it('goes nowhere after close(), and goes there by restart()', async () => {
      link.mode = 'window';
      document.body.append(link);
      link.show();
      const late = give;
      link.close();
      link.restart();
      late('lt_1');
      give('lt_2');
      await hasSent;

      expect([asked, sent]).to.deep.equal([2, ['lt_2']]);
    });

    it('asks again by restart() in place, if its button was pressed', async () => {
      document.body.append(link);
      link.querySelector('button')!.click();
      const late = give;
      link.restart();
      late('lt_1');
      give('lt_2');
      await hasSent;

      expect([asked, sent]).to.deep.equal([2, ['lt_2']]);
    });

    it('asks again at a press if the page has not answered for 15 seconds', () => {
      const { setTimeout: real } = window;
      let runOut = (): void => undefined;
      window.setTimeout = ((run: () => void, milliseconds?: number) => {
        if (milliseconds !== 15_000) return real(run, milliseconds);
        runOut = run;
        return 0;
      }) as typeof setTimeout;
      try {
        document.body.append(link);
        const button = link.querySelector('button')!;
        button.click();
        button.click();
        expect(asked).to.equal(1);
        runOut();
        button.click();
        expect(asked).to.equal(2);
      } finally {
        window.setTimeout = real;
      }
    });

    it('stays on the page if the widget would be in place', () => {
      document.body.append(link);
      link.show();
      link.restart();

      expect(asked).to.equal(0);
    });
  });
});
