import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
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
  providers,
  result,
  role,
  session,
  signIn,
  text,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';
const asksForCode = result('pending_provider_mfa', { provider_mfa: { method: 'sms' } });

/** What stands over the page, or null. */
const frame = (link: SvcLink): HTMLElement | null => link.renderRoot.querySelector('dialog, [role=dialog]');

/** Puts an element with a button of the page in its trigger slot into the page. */
function mountOver(mode: 'dialog' | 'popover', properties: Partial<SvcLink> = {}): SvcLink {
  const link = mount({ mode, ...properties });
  const trigger = Object.assign(document.createElement('button'), { textContent: 'Connect a device' });
  trigger.slot = 'trigger';
  link.append(trigger);
  return link;
}
const triggerOf = (link: SvcLink): HTMLButtonElement => link.querySelector('[slot=trigger]')!;

/** Presses the mouse in a place of the window; without one in its last corner, beside everything. */
const pressAt = (x = window.innerWidth - 6, y = window.innerHeight - 6) =>
  sendMouse({ type: 'click', position: [Math.round(x), Math.round(y)] });

/** Writes down the names of what the element dispatches. */
function listenTo(link: SvcLink): string[] {
  const heard: string[] = [];
  for (const name of ['svc-open', 'svc-close', 'svc-ready', 'svc-success', 'svc-exit'] as const)
    link.addEventListener(name, ({ detail }) => {
      heard.push('outcome' in detail ? `${name} ${detail.outcome}` : name);
    });
  return heard;
}

async function typedPassword(link: SvcLink, label = 'Password'): Promise<HTMLInputElement> {
  const field = await appears(link, () => labelled(link, label));
  field.focus();
  await sendKeys({ type: 'secret' });
  return field;
}

for (const mode of ['dialog', 'popover'] as const)
  describe(`mode="${mode}"`, () => {
    let service: ReturnType<typeof fakeService>;
    beforeEach(() => {
      service = fakeService({ [password]: asksForCode });
    });
    afterEach(() => {
      cleanUp();
      service.restore();
      document.documentElement.removeAttribute('dir');
      document.documentElement.style.removeProperty('color-scheme');
    });

    it('fetches nothing and shows its trigger only, before it is opened', async () => {
      const link = mountOver(mode);
      await link.updateComplete;

      expect(service.calls).to.deep.equal([]);
      expect(frame(link)).to.equal(null);
      expect(link.matches(':state(closed)')).to.equal(true);
    });

    it('opens by the keyboard, takes the focus to the first heading and gives it back', async () => {
      const link = mountOver(mode, { label: 'Your devices' });
      await link.updateComplete;
      triggerOf(link).focus();
      const opened = next(link, 'svc-open');
      await sendKeys({ press: 'Enter' });
      expect((await opened).detail).to.deep.equal({});

      const title = await heading(link, 'Choose a device or app');
      expect(focused(link)).to.equal(title);
      expect(frame(link)!.getAttribute('aria-label')).to.equal('Your devices');
      expect(frame(link)!.matches(mode === 'dialog' ? ':modal' : ':popover-open')).to.equal(true);
      expect(part(link, 'panel')!.hasAttribute('aria-label')).to.equal(false);
      expect(link.hasAttribute('open')).to.equal(true);
      expect(triggerOf(link).getAttribute('aria-haspopup')).to.equal('dialog');
      expect(triggerOf(link).getAttribute('aria-expanded')).to.equal('true');

      const closed = next(link, 'svc-close');
      await sendKeys({ press: 'Escape' });
      await closed;

      expect(document.activeElement).to.equal(triggerOf(link));
      expect(link.open).to.equal(false);
      expect(link.hasAttribute('open')).to.equal(false);
      expect(triggerOf(link).getAttribute('aria-expanded')).to.equal('false');
      expect(frame(link)).to.equal(null);
    });

    it('says what its trigger opens before it was ever opened', async () => {
      const link = mountOver(mode);
      await appears(link, () => triggerOf(link).getAttribute('aria-haspopup') === 'dialog');
      expect(triggerOf(link).getAttribute('aria-expanded')).to.equal('false');
    });

    it('has a button of its own where the slot is empty', async () => {
      const link = mount({ mode });
      const own = await button(link, 'Connect a device or app');
      await appears(link, () => own.getAttribute('aria-haspopup') === 'dialog');

      own.click();
      await heading(link, 'Choose a device or app');
      const closed = next(link, 'svc-close');
      role(link, 'button', 'Close')!.click();
      await closed;

      expect(focused(link)).to.equal(own);
    });

    it('gives the focus back to whatever had it', async () => {
      const link = mountOver(mode);
      const other = document.createElement('button');
      link.parentElement!.prepend(other);
      other.focus();

      link.show();
      await heading(link, 'Choose a device or app');
      const closed = next(link, 'svc-close');
      link.close();
      await closed;

      expect(document.activeElement).to.equal(other);
    });

    it('opens and closes with the attribute, without a click', async () => {
      const link = mountOver(mode);
      const heard = listenTo(link);
      link.setAttribute('open', '');
      await heading(link, 'Choose a device or app');

      const closed = next(link, 'svc-close');
      link.removeAttribute('open');
      await closed;

      expect(heard).to.deep.equal(['svc-open', 'svc-ready', 'svc-exit cancelled', 'svc-close']);
    });

    it('can be shown and closed twice, and at once', async () => {
      const link = mountOver(mode);
      const heard = listenTo(link);
      link.close();
      link.show();
      link.show();
      await heading(link, 'Choose a device or app');
      link.close();
      link.close();
      link.show();
      await next(link, 'svc-ready');
      expect(frame(link)!.matches(':modal, :popover-open')).to.equal(true);
      const closed = next(link, 'svc-close');
      link.close();
      link.close();
      await closed;

      expect(heard).to.deep.equal([
        'svc-open',
        'svc-ready',
        'svc-exit cancelled',
        'svc-ready',
        'svc-exit cancelled',
        'svc-close',
      ]);
    });

    it('never opens when it is closed before its code is there', async () => {
      const link = mountOver(mode);
      const heard = listenTo(link);
      link.show();
      link.close();
      await link.updateComplete;
      // The code is there when another element can use it.
      const other = mountOver(mode);
      other.show();
      await heading(other, 'Choose a device or app');

      expect(heard).to.deep.equal([]);
      expect(service.calls.length).to.equal(1);
    });

    it('restarts in place when open, and opens when closed', async () => {
      const link = mountOver(mode);
      const heard = listenTo(link);
      link.restart();
      await heading(link, 'Choose a device or app');
      const ready = next(link, 'svc-ready');
      link.restart();
      await ready;

      expect(heard).to.deep.equal(['svc-open', 'svc-ready', 'svc-exit cancelled', 'svc-ready']);
      expect(link.open).to.equal(true);
    });

    it('asks before it is left in its own language, whatever the page’s is', async () => {
      const link = mountOver(mode, { provider: 'quartz_scale', locale: 'de' });
      await link.updateComplete;
      triggerOf(link).click();
      await typedPassword(link, 'Passwort');

      await sendKeys({ press: 'Escape' });
      const question = await appears(link, () => link.renderRoot.querySelector('[role=alertdialog]'));
      expect(text(question)).to.contain('Jetzt');
      expect(question.matches(':lang(de)')).to.equal(true);
    });

    it('asks at the first Escape when something was typed, and leaves at the second', async () => {
      const link = mountOver(mode, { provider: 'quartz_scale' });
      const heard = listenTo(link);
      await link.updateComplete;
      triggerOf(link).click();
      await typedPassword(link);

      await sendKeys({ press: 'Escape' });
      const stay = await button(link, 'Keep going');
      expect(focused(link)).to.equal(stay);
      const question = link.renderRoot.querySelector('[role=alertdialog]')!;
      expect(text(question)).to.contain('Leave now?').and.to.contain('Quartz Scale isn’t connected yet');
      expect(part(link, 'panel')!.inert).to.equal(true);
      expect(link.open).to.equal(true);

      const closed = next(link, 'svc-close');
      await sendKeys({ press: 'Escape' });
      await closed;

      expect(heard).to.deep.equal(['svc-open', 'svc-ready', 'svc-exit cancelled', 'svc-close']);
      expect(document.activeElement).to.equal(triggerOf(link));
    });

    it('goes on where it was when the person stays', async () => {
      const link = mountOver(mode, { provider: 'quartz_scale' });
      link.show();
      const field = await typedPassword(link);
      await sendKeys({ press: 'Escape' });
      await button(link, 'Keep going');

      await sendKeys({ press: 'Enter' });
      await appears(link, () => !role(link, 'button', 'Keep going'));

      expect(field.value).to.equal('secret');
      expect(focused(link)).to.equal(field);
      expect(part(link, 'panel')!.inert).to.equal(false);
    });

    it('leaves at once by the close button', async () => {
      const link = mountOver(mode, { provider: 'quartz_scale' });
      link.show();
      await signIn(link);
      await appears(link, () => labelled(link, 'Code'));
      const exit = next(link, 'svc-exit');

      role(link, 'button', 'Close')!.click();

      expect((await exit).detail).to.deep.include({ outcome: 'cancelled', step: 'challenge' });
    });

    it('asks before a code is lost, and takes the question back when there is nothing to lose', async () => {
      service.answers[`${password}/complete_mfa`] = 'never';
      const link = mountOver(mode, { provider: 'quartz_scale' });
      link.show();
      await signIn(link);
      const code = await appears(link, () => labelled(link, 'Code'));
      code.focus();
      await sendKeys({ press: 'Escape' });
      await button(link, 'Keep going');

      link.restart();

      await appears(link, () => !role(link, 'button', 'Keep going') && labelled(link, 'Email'));
      expect(part(link, 'panel')!.inert).to.equal(false);
    });

    it('empties the search before Escape closes', async () => {
      const link = mountOver(mode);
      link.show();
      const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
      search.focus();
      await sendKeys({ type: 'quartz' });

      await sendKeys({ press: 'Escape' });
      expect(search.value).to.equal('');
      expect(link.open).to.equal(true);
      const closed = next(link, 'svc-close');
      await sendKeys({ press: 'Escape' });
      await closed;
    });

    it('closes by a press beside it, but not by one inside', async () => {
      const link = mountOver(mode);
      link.show();
      const title = await heading(link, 'Choose a device or app');
      const { x, y } = title.getBoundingClientRect();
      await pressAt(x + 4, y + 4);
      expect(link.open).to.equal(true);

      const closed = next(link, 'svc-close');
      await pressAt();
      await closed;

      expect(link.open).to.equal(false);
    });

    it('closes with Done, and begins anew with a new token when it is opened again', async () => {
      service.answers[password] = result('success');
      let tokens = 0;
      const link = mountOver(mode, {
        linkToken: null,
        tokenProvider: async () => `lt_${++tokens}`,
        provider: 'quartz_scale',
      });
      const heard = listenTo(link);
      link.show();
      await signIn(link);
      await heading(link, 'Quartz Scale is connected');
      const closed = next(link, 'svc-close');
      role(link, 'button', /^(Done|Go back)/)?.click();
      await closed;
      expect(heard).to.deep.equal(['svc-open', 'svc-ready', 'svc-success', 'svc-exit success', 'svc-close']);

      link.show();
      await heading(link, 'Connect Quartz Scale');

      expect(
        service.calls.filter(({ path }) => path === '/v2/link/start').map(({ body }) => body['link_token']),
      ).to.deep.equal(['lt_1', 'lt_2']);
    });

    it('shows what the service says of a token that is used up', async () => {
      service.answers[password] = result('success');
      const link = mountOver(mode, { provider: 'quartz_scale' });
      link.show();
      await signIn(link);
      await heading(link, 'Quartz Scale is connected');
      const closed = next(link, 'svc-close');
      link.close();
      await closed;
      service.answers['/v2/link/start'] = {
        body: { session: { ...session, state: 'success', provider: 'quartz_scale' }, providers },
      };

      link.show();

      await heading(link, 'Quartz Scale is connected');
    });

    it('waits for a token that comes late, and goes on with another', async () => {
      const link = mountOver(mode, { linkToken: null });
      link.show();
      await next(link, 'svc-open');
      expect(service.calls).to.deep.equal([]);
      link.linkToken = 'lt_late';
      await heading(link, 'Choose a device or app');

      const ready = appears(link, () => service.calls.length === 2);
      link.linkToken = 'lt_other';
      await ready;
      await heading(link, 'Choose a device or app');

      expect(service.calls.map(({ body }) => body['link_token'])).to.deep.equal(['lt_late', 'lt_other']);
      expect(link.open).to.equal(true);
    });

    it('ends and closes when it is taken out of the page, and can be opened again after', async () => {
      const link = mountOver(mode);
      const parent = link.parentElement!;
      const heard = listenTo(link);
      link.show();
      await heading(link, 'Choose a device or app');
      const closed = next(link, 'svc-close');
      link.remove();
      await closed;
      expect(heard).to.deep.equal(['svc-open', 'svc-ready', 'svc-exit cancelled', 'svc-close']);
      expect(link.open).to.equal(false);

      parent.append(link);
      await link.updateComplete;
      expect(frame(link)).to.equal(null);
      triggerOf(link).click();
      await heading(link, 'Choose a device or app');

      expect(frame(link)!.matches(':modal, :popover-open')).to.equal(true);
    });

    it('stays open when it is moved in the page', async () => {
      const link = mountOver(mode);
      const heard = listenTo(link);
      link.show();
      const title = await heading(link, 'Choose a device or app');

      const elsewhere = link.parentElement!.appendChild(document.createElement('p'));
      elsewhere.append(link);
      await link.updateComplete;
      expect(focused(link)).to.equal(title);

      expect(frame(link)!.matches(':modal, :popover-open')).to.equal(true);
      expect(heard).to.deep.equal(['svc-open', 'svc-ready']);
    });

    it('goes on in place when the mode becomes inline, and ends when it comes back', async () => {
      const link = mountOver(mode);
      const heard = listenTo(link);
      link.show();
      await heading(link, 'Choose a device or app');
      link.mode = 'inline';
      await next(link, 'svc-close');
      expect(link.open).to.equal(false);
      expect(role(link, 'heading', 'Choose a device or app')).to.not.equal(null);

      link.mode = mode;
      await next(link, 'svc-exit');

      expect(heard).to.deep.equal(['svc-open', 'svc-ready', 'svc-close', 'svc-exit cancelled']);
    });

    it('stays open when the mode becomes the other one', async () => {
      const link = mountOver(mode);
      const heard = listenTo(link);
      link.show();
      await heading(link, 'Choose a device or app');

      const other = mode === 'dialog' ? 'popover' : 'dialog';
      link.mode = other;

      const selector = mode === 'dialog' ? ':popover-open' : ':modal';
      await appears(link, () => frame(link)?.matches(selector));
      expect(heard).to.deep.equal(['svc-open', 'svc-ready']);
    });

    it('keeps two elements apart', async () => {
      const [one, two] = [mountOver(mode), mountOver(mode)];
      one.show();
      await heading(one, 'Choose a device or app');
      two.show();
      await heading(two, 'Choose a device or app');

      const closed = next(two, 'svc-close');
      await sendKeys({ press: 'Escape' });
      await closed;

      expect([one.open, two.open]).to.deep.equal([true, false]);
    });

    it('tells screen readers of changes from inside', async () => {
      const link = mountOver(mode);
      link.show();
      await heading(link, 'Choose a device or app');
      expect(link.renderRoot.querySelector('slot[name=status]')!.closest('.over')).to.equal(frame(link));
    });

    it('leaves the page around as it is', async () => {
      const before = document.body.getAttribute('style');
      const link = mountOver(mode);
      link.show();
      await heading(link, 'Choose a device or app');

      expect(document.body.getAttribute('style')).to.equal(before);
      expect(document.body.className).to.equal('');
      expect(document.activeElement).to.equal(link);
    });

    for (const scheme of ['light', 'dark'])
      for (const dir of ['ltr', 'rtl'])
        it(`has no fault, ${scheme}, ${dir}, with its question and without`, async () => {
          document.documentElement.dir = dir;
          document.documentElement.style.colorScheme = scheme;
          const link = mount({ mode, provider: 'quartz_scale' });
          await expect(link).to.be.accessible();
          link.show();
          await typedPassword(link);
          const still = () => Promise.all(link.shadowRoot!.getAnimations().map((each) => each.cancel()));
          await still();
          await expect(link).to.be.accessible();
          await sendKeys({ press: 'Escape' });
          await button(link, 'Keep going');
          await still();
          await expect(link).to.be.accessible();
        });
  });

describe('the dialog', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService();
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('asks at the first press on the backdrop when something was typed, and leaves at the second', async () => {
    const link = mountOver('dialog', { provider: 'quartz_scale' });
    link.show();
    await typedPassword(link);

    await pressAt(4, 4);
    await button(link, 'Keep going');
    expect(link.open).to.equal(true);
    const closed = next(link, 'svc-close');
    await pressAt(4, 4);
    await closed;
  });

  it('asks when a phone goes back', async () => {
    const link = mountOver('dialog', { provider: 'quartz_scale' });
    link.show();
    await typedPassword(link);
    const back = new Event('cancel', { cancelable: true });

    frame(link)!.dispatchEvent(back);

    expect(back.defaultPrevented).to.equal(true);
    await button(link, 'Keep going');
  });

  it('takes its backdrop from a variable', async () => {
    const link = mountOver('dialog');
    link.style.setProperty('--svc-link-backdrop', 'rgb(1, 2, 3)');
    link.show();
    await heading(link, 'Choose a device or app');

    expect(getComputedStyle(frame(link)!, '::backdrop').backgroundColor).to.equal('rgb(1, 2, 3)');
  });
});

describe('the popover', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService();
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  const boxOf = (element: Element | null): DOMRect => element!.getBoundingClientRect();
  const still = (link: SvcLink): void => {
    for (const animation of link.shadowRoot!.getAnimations()) animation.cancel();
  };
  /** Resolves once the panel stands beside its trigger, below or above it. */
  const placed = async (link: SvcLink, side: 'below' | 'above') => {
    await heading(link, 'Choose a device or app');
    still(link);
    return appears(link, () => {
      const [trigger, panel] = [boxOf(triggerOf(link)), boxOf(part(link, 'panel'))];
      const gap = side === 'below' ? panel.top - trigger.bottom : trigger.top - panel.bottom;
      return Math.abs(gap - 8) < 0.6 && { trigger, panel };
    });
  };

  it('stands below its trigger, at its start', async () => {
    const link = mountOver('popover');
    link.show();

    const { trigger, panel } = await placed(link, 'below');

    expect(Math.abs(panel.left - trigger.left)).to.be.below(1.5);
    expect(panel.bottom).to.be.at.most(window.innerHeight - 7);
  });

  it('turns up and in where there is no room, and follows its trigger', async () => {
    const link = mountOver('popover');
    const wrapper = link.parentElement!;
    wrapper.style.cssText = 'position: fixed; right: 8px; bottom: 8px';
    link.show();
    const { panel } = await placed(link, 'above');
    expect(panel.right).to.be.at.most(window.innerWidth - 7);
    expect(panel.top).to.be.at.least(7);

    wrapper.style.cssText = 'position: fixed; left: 40px; top: 40px';
    window.dispatchEvent(new Event('resize'));

    await placed(link, 'below');
  });

  it('stays when something would be lost and the page beside it is pressed', async () => {
    const link = mountOver('popover', { provider: 'quartz_scale' });
    link.show();
    const field = await typedPassword(link);

    await pressAt();

    expect(link.open).to.equal(true);
    expect(field.value).to.equal('secret');
    expect(role(link, 'button', 'Keep going')).to.equal(null);
  });

  it('leaves the focus to the field that was pressed beside it', async () => {
    const link = mountOver('popover');
    const field = document.createElement('input');
    field.style.cssText = 'position: fixed; right: 0; bottom: 0; inline-size: 200px';
    link.parentElement!.append(field);
    link.show();
    await heading(link, 'Choose a device or app');
    const closed = next(link, 'svc-close');

    const { x, y } = boxOf(field);
    await pressAt(x + 20, y + 8);
    await closed;

    expect(document.activeElement).to.equal(field);
  });

  it('closes by its trigger', async () => {
    const link = mountOver('popover');
    await link.updateComplete;
    triggerOf(link).click();
    await heading(link, 'Choose a device or app');
    const closed = next(link, 'svc-close');

    triggerOf(link).click();
    await closed;

    expect(link.open).to.equal(false);
  });
});
