import { expect } from '@open-wc/testing';
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

  it('is announced if the page has moved the element and the focus was lost by that', async () => {
    const link = await connecting();
    const other = document.createElement('div');
    link.parentElement!.append(other);
    other.append(link);

    answer();
    await heading(link, 'Quartz Scale is connected');

    await appears(link, () => statusNode(link)?.textContent === 'Quartz Scale is connected');
  });
});
