import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  focused,
  heading,
  mount,
  next,
  part,
  result,
  role,
  signIn,
} from '../harness.js';
import {
  password,
  asksForCode,
  frame,
  mountOver,
  overlays,
  stands,
  triggerOf,
  listenTo,
  typedPassword,
} from './overlay-scene.js';

for (const mode of overlays)
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

    it('fetches nothing and shows only its trigger before it is opened', async () => {
      const link = mountOver(mode);
      await link.updateComplete;

      expect(service.calls).to.deep.equal([]);
      expect(frame(link)).to.equal(null);
      expect(link.matches(':state(closed)')).to.equal(true);
    });

    it('opens by the keyboard, moves the focus to the first heading and gives it back', async () => {
      const link = mountOver(mode, { label: 'Your devices' });
      await link.updateComplete;
      triggerOf(link).focus();
      const opened = next(link, 'svc-open');
      await sendKeys({ press: 'Enter' });
      expect((await opened).detail).to.deep.include({ link_session_id: null, request_id: null });

      const title = await heading(link, 'Choose a device or app');
      expect(focused(link)).to.equal(title);
      expect(frame(link)!.getAttribute('aria-label')).to.equal('Your devices');
      expect(frame(link)!.matches(stands[mode])).to.equal(true);
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

    it('does not press its trigger while the key that closed it is held, until another key is pressed', async () => {
      const link = mountOver(mode);
      link.show();
      await heading(link, 'Choose a device or app');
      const closed = next(link, 'svc-close');
      role(link, 'button', 'Close')!.click();
      await closed;

      // A key that is really held is in test/e2e/double-click.test.ts: not every driver can hold one.
      const arrives = (repeat: boolean): boolean =>
        triggerOf(link).dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }),
        );
      expect([arrives(true), arrives(true)]).to.deep.equal([false, false]);
      expect([arrives(false), arrives(true)]).to.deep.equal([true, true]);
    });

    it('says what its trigger opens before it is opened for the first time', async () => {
      const link = mountOver(mode);
      await appears(link, () => triggerOf(link).getAttribute('aria-haspopup') === 'dialog');
      expect(triggerOf(link).getAttribute('aria-expanded')).to.equal('false');
    });

    it('has its own button if the slot is empty', async () => {
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

    it('gives the focus back to the element that had it', async () => {
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
      // The code has loaded when another element can use it.
      const other = mountOver(mode);
      other.show();
      await heading(other, 'Choose a device or app');

      expect(heard).to.deep.equal([]);
      expect(service.calls.length).to.equal(1);
    });

    it('ends and closes when it is removed from the page, and can be opened again after that', async () => {
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

    it('has the focus on its last step, too, when it was moved in the page before', async () => {
      let answer = (): void => {};
      const answered = new Promise<void>((resolve) => (answer = resolve));
      service.answers[password] = () => answered.then(() => result('success'));
      const link = mountOver(mode, { provider: 'quartz_scale' });
      link.show();
      await signIn(link);
      await heading(link, 'Connecting Quartz Scale');

      link.parentElement!.appendChild(document.createElement('p')).append(link);
      await link.updateComplete;
      answer();
      const title = await heading(link, 'Quartz Scale is connected');

      await appears(link, () => focused(link) === title);
    });

    it('continues in place when the mode becomes inline, and ends when the mode changes back', async () => {
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

    for (const other of overlays.filter((each) => each !== mode))
      it(`stays open when the mode becomes ${other}`, async () => {
        const link = mountOver(mode);
        const heard = listenTo(link);
        link.show();
        await heading(link, 'Choose a device or app');

        link.mode = other;

        await appears(link, () => frame(link)?.matches(stands[other]));
        expect(heard).to.deep.equal(['svc-open', 'svc-ready']);
      });

    it('keeps two elements separate', async () => {
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

    it('leaves the surrounding page as it is', async () => {
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
        it(`has no violation, ${scheme}, ${dir}, with its question and without`, async () => {
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
