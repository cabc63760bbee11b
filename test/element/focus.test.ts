import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  focused,
  labelled,
  mount,
  next,
  part,
  result,
  signIn,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';

describe('focus()', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('goes to the heading of the step', async () => {
    service = fakeService();
    const link = mount();
    await button(link, /^Quartz Scale/);

    link.focus();

    expect(focused(link)).to.equal(part(link, 'title'));
  });

  it('goes to the field that the person has to fill in', async () => {
    service = fakeService({ [password]: result('error', { error_type: 'provider_credential_error' }) });
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    await appears(link, () => part(link, 'field-error'));
    part(link, 'close')!.focus();

    link.focus();

    expect(focused(link)).to.equal(labelled(link, 'Password'));
  });

  it('goes to the trigger while the widget is closed, and does no harm before anything is rendered', async () => {
    service = fakeService();
    document.createElement('svc-link').focus();
    const link = mount({ mode: 'dialog' });
    const trigger = document.createElement('button');
    trigger.slot = 'trigger';
    link.append(trigger);
    await link.updateComplete;

    link.focus();

    expect(document.activeElement).to.equal(trigger);
  });
});

describe('restart() in place', () => {
  let service: ReturnType<typeof fakeService>;
  let again: HTMLButtonElement;
  beforeEach(() => {
    service = fakeService();
    again = document.createElement('button');
    document.body.append(again);
  });
  afterEach(() => {
    again.remove();
    cleanUp();
    service.restore();
  });
  /** An element that the person has left, with the page's way back. */
  async function left(): Promise<SvcLink> {
    const link = mount();
    await button(link, /^Quartz Scale/);
    const closed = next(link, 'svc-step');
    part(link, 'close')!.click();
    expect((await closed).detail.step).to.equal('closed');
    again.focus();
    return link;
  }

  it('takes the focus if the focused button is removed with the run', async () => {
    const link = await left();

    again.remove();
    link.restart();

    await appears(link, () => focused(link) === part(link, 'title') && part(link, 'provider'));
  });

  it('leaves the focus to another part of the page', async () => {
    const link = await left();

    link.restart();
    await button(link, /^Quartz Scale/);

    expect(document.activeElement).to.equal(again);
  });
});

describe('while it loads', () => {
  it('nothing in the progress bar can get the focus', async () => {
    const service = fakeService({ '/v2/link/start': 'never' });
    const link = mount();
    await appears(link, () => part(link, 'progress'));
    expect(part(link, 'title')).to.exist;

    expect(part(link, 'progress')!.querySelectorAll('[tabindex], button, input:enabled').length).to.equal(0);
    cleanUp();
    service.restore();
  });
});

describe('on a server', () => {
  it('is created without anything that only a page has', () => {
    const { MutationObserver } = globalThis;
    // @ts-expect-error -- a server has none
    delete globalThis.MutationObserver;
    try {
      expect(document.createElement('svc-link').mode).to.equal('inline');
    } finally {
      globalThis.MutationObserver = MutationObserver;
    }
  });
});
