import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  focused,
  heading,
  labelled,
  mount,
  next,
  part,
  result,
  signIn,
  statusNode,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';

describe('a step that comes without an action of the person', () => {
  let service: ReturnType<typeof fakeService>;
  let answer: () => void;
  beforeEach(() => {
    const answered = new Promise<void>((resolve) => (answer = resolve));
    service = fakeService({ [password]: () => answered.then(() => result('success')) });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  async function connecting() {
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    await heading(link, 'Connecting Quartz Scale');
    return link;
  }

  it('is announced if the focus is in another part of the page, where it stays', async () => {
    const link = await connecting();
    const other = document.createElement('button');
    link.parentElement!.append(other);
    other.focus();

    answer();
    await heading(link, 'Quartz Scale is connected');
    await appears(link, () => statusNode(link)?.textContent === 'Quartz Scale is connected');

    expect(document.activeElement).to.equal(other);
  });

  it('is announced if the person has done nothing yet, except the first step', async () => {
    const link = mount();
    await button(link, /^Quartz Scale/);
    const status = await appears(link, () => statusNode(link));
    const heard: string[] = [];
    const hears = new MutationObserver(() => status.textContent && heard.push(status.textContent));
    hears.observe(status, { childList: true });

    link.provider = 'quartz_scale';
    await appears(link, () => status.textContent !== '');

    expect(heard).to.deep.equal(['Connect Quartz Scale']);
    expect(document.activeElement).to.equal(document.body);
    hears.disconnect();
  });

  it('has the focus if the same step is shown again after another token', async () => {
    const link = mount({ provider: 'quartz_scale' });
    const user = await appears(link, () => labelled(link, 'Email'));
    user.focus();
    user.value = 'me@example.com';
    user.dispatchEvent(new Event('input'));
    const left = next(link, 'svc-step');

    link.linkToken = 'lt_2';
    expect((await left).detail.step).to.equal('loading');
    expect((await next(link, 'svc-step')).detail.step).to.equal('sign-in');
    await heading(link, 'Connect Quartz Scale');

    await appears(link, () => focused(link) === part(link, 'title'));
    expect(labelled(link, 'Email')!.value).to.equal('me@example.com');
  });

  it('has the focus if the page has moved the element and the focus was lost by that', async () => {
    const link = await connecting();
    const other = document.createElement('div');
    link.parentElement!.append(other);
    other.append(link);

    answer();
    const title = await heading(link, 'Quartz Scale is connected');

    await appears(link, () => focused(link) === title);
  });

  it('takes no focus in the run after the page has taken the element away and put it back', async () => {
    const link = await connecting();
    const place = link.parentElement!;
    const exit = next(link, 'svc-exit');
    link.remove();
    answer();
    await exit;

    place.append(link);
    await heading(link, 'Connect Quartz Scale');
    await link.updateComplete;

    expect(document.activeElement).to.equal(document.body);
  });
});

describe('a form that comes back with a reason', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  /** The box of a page with room for little, as at 400 %. */
  function small(link: SvcLink): DOMRect {
    const box = link.parentElement!;
    box.style.cssText = 'inline-size: 256px; block-size: 200px; overflow: auto';
    return box.getBoundingClientRect();
  }
  const isIn = (box: DOMRect, element: Element): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= box.top - 1 && bottom <= box.bottom + 1;
  };

  it('shows the reason above its fields', async () => {
    service = fakeService({ [password]: result('error', { error_type: 'provider_credential_error' }) });
    const link = mount({ provider: 'quartz_scale' });
    const box = small(link);
    await signIn(link);

    await appears(link, () => part(link, 'field-error') && focused(link) === labelled(link, 'Password'));
    await link.updateComplete;

    expect(isIn(box, part(link, 'field-error')!.querySelector('strong')!)).to.equal(true);
  });

  it('shows the reason between the label and the field of a code', async () => {
    service = fakeService({
      [`${password}/complete_mfa`]: result('error', { error_type: 'incorrect_mfa_code' }),
      [password]: result('pending_provider_mfa', { provider_mfa: { method: 'sms' } }),
    });
    const link = mount({ provider: 'quartz_scale' });
    const box = small(link);
    await signIn(link);
    (await appears(link, () => labelled(link, 'Code'))).value = '000000';
    // From below, so that the field comes in at the top.
    link.parentElement!.scrollTop = 10_000;
    part(link, 'submit')!.click();

    await appears(link, () => part(link, 'field-error') && focused(link) === labelled(link, 'Code'));
    await link.updateComplete;

    expect(isIn(box, part(link, 'field-error')!.querySelector('strong')!)).to.equal(true);
  });
});
