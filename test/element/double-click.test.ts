// The second click of a double click, after the first click led to another step.
import { expect } from '@open-wc/testing';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  heading,
  mount,
  providers,
  role,
  session,
} from './harness.js';
import type { SvcLink } from '../../src/index.js';

/** One click of a double click, as a browser counts them, some milliseconds from now. Returns whether it arrived. */
function click(target: Element, detail: number, later = 0): boolean {
  const event = new MouseEvent('click', { detail, bubbles: true, cancelable: true, composed: true });
  Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + later });
  // A link would lead out of the tests.
  const stay = (each: Event) => each.preventDefault();
  target.addEventListener('click', stay);
  let arrived = false;
  target.addEventListener('click', () => (arrived = true), { once: true });
  target.dispatchEvent(event);
  target.removeEventListener('click', stay);
  return arrived;
}
const row = (link: SvcLink) => button(link, /^Quartz Scale/);
/** A widget that has left its list once, and so has loaded everything behind it. */
async function mounted(): Promise<SvcLink> {
  const link = mount();
  (await row(link)).click();
  (await button(link, 'Back')).click();
  await row(link);
  return link;
}
const choice = (link: SvcLink) => button(link, 'Choose what to share');

describe('a double click', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    const optional_resources = ['heartrate'];
    const body = { session, providers: providers.map((each) => ({ ...each, optional_resources })) };
    service = fakeService({ '/v2/link/start': { body } });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('on a provider does nothing more in the step that follows', async () => {
    const link = await mounted();
    // The first click may be on something inside a button.
    click((await row(link)).querySelector('.words')!, 1);
    await heading(link, 'Connect Quartz Scale');

    const choose = await choice(link);
    for (const target of [choose, role(link, 'link', /^Privacy/)!, link.renderRoot.querySelector('input')!])
      expect(click(target, 2)).to.equal(false);
    expect(choose.getAttribute('aria-expanded')).to.equal('false');
    expect(click(choose, 3)).to.equal(false);

    expect(click(choose, 1)).to.equal(true);
    await appears(link, () => choose.getAttribute('aria-expanded') === 'true');
  });

  it('on the back button chooses no provider', async () => {
    const link = await mounted();
    click(await row(link), 1);
    await choice(link);
    click(await button(link, 'Back'), 1);

    expect(click(await row(link), 2)).to.equal(false);
    await link.updateComplete;
    await heading(link, 'Choose a device or app');
  });

  it('on the back button goes back one step, although the same button stays', async () => {
    const link = mount();
    service.answers['/v2/link/provider/password/quartz_scale'] = {
      body: { state: 'pending_provider_mfa', provider: 'quartz_scale' },
    };
    const field = (part: string) =>
      appears(link, () => link.renderRoot.querySelector<HTMLInputElement>(`[part~=${part}]`));
    (await row(link)).click();
    (await field('username-input')).value = 'sam@example.com';
    (await field('password-input')).value = 'secret';
    (await appears(link, () => link.renderRoot.querySelector('form'))).requestSubmit();
    await field('code-input');
    const back = await button(link, 'Back');

    click(back, 1);
    await field('password-input');
    expect(back.isConnected).to.equal(true);
    click(back, 2);
    await link.updateComplete;
    expect(link.renderRoot.querySelector('[part~=password-input]')).to.not.equal(null);

    click(back, 1);
    await row(link);
  });

  it('on content that the page has put into a slot is left to the page', async () => {
    const link = await mounted();
    const footer = document.createElement('p');
    footer.slot = 'footer';
    link.append(footer);
    const draw = () => footer.replaceChildren(document.createElement('button'));
    draw();

    for (const detail of [1, 2, 3]) {
      expect(click(footer.firstElementChild!, detail)).to.equal(true);
      draw();
    }
  });

  it('whose first click was long ago, or elsewhere, counts as one click', async () => {
    const link = await mounted();
    click(await row(link), 1);
    const back = await button(link, 'Back');

    expect(click(back, 2, 1100)).to.equal(true);
  });

  it('does not count if a script makes the event', async () => {
    const link = await mounted();
    click(await row(link), 1);
    const back = await button(link, 'Back');
    back.dispatchEvent(new Event('click', { bubbles: true, composed: true }));

    await row(link);
  });

  it('on an element that stays counts as two clicks', async () => {
    const link = mount({ provider: 'quartz_scale' });
    const choose = await choice(link);

    expect([click(choose, 1), click(choose, 2)]).to.deep.equal([true, true]);
  });
});
