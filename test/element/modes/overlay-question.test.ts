import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  focused,
  heading,
  labelled,
  next,
  part,
  role,
  signIn,
  text,
} from '../harness.js';
import { fakeWindows } from '../hosted-page.js';
import {
  password,
  asksForCode,
  mountOver,
  overlays,
  triggerOf,
  pressAt,
  shownIn,
  listenTo,
  typedPassword,
} from './overlay-scene.js';

for (const mode of overlays)
  describe(`mode="${mode}"`, () => {
    let service: ReturnType<typeof fakeService>, restoreClock: () => void;
    let windows: Awaited<ReturnType<typeof fakeWindows>> | undefined;
    beforeEach(() => {
      service = fakeService({ [password]: asksForCode });
      restoreClock = shownIn('past');
    });
    afterEach(() => {
      windows?.restore();
      windows = undefined;
      restoreClock();
      cleanUp();
      service.restore();
      document.documentElement.removeAttribute('dir');
      document.documentElement.style.removeProperty('color-scheme');
    });

    it('asks before it closes in its own language, whatever the page’s language is', async () => {
      const link = mountOver(mode, { provider: 'quartz_scale', locale: 'de' });
      await link.updateComplete;
      triggerOf(link).click();
      await typedPassword(link, 'Passwort');

      await sendKeys({ press: 'Escape' });
      const question = await appears(link, () => link.renderRoot.querySelector('[role=alertdialog]'));
      expect(text(question)).to.contain('Jetzt');
      expect(question.matches(':lang(de)')).to.equal(true);
    });

    it('asks at the first Escape if something was typed, and closes at the second', async () => {
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

    it('does not mention entries if only a provider’s window is open', async () => {
      windows = await fakeWindows();
      const link = mountOver(mode, { provider: 'aurora_ring' });
      link.show();
      (await button(link, 'Continue to Aurora Ring')).click();
      await heading(link, 'Finish in the Aurora Ring window');

      await sendKeys({ press: 'Escape' });

      const question = await appears(link, () => link.renderRoot.querySelector('[role=alertdialog]'));
      expect(text(question.querySelector('p'))).to.equal('Aurora Ring isn’t connected yet.');
    });

    it('continues where it was if the person stays', async () => {
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

    it('asks before a code is lost, and hides the question when there is nothing to lose', async () => {
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
  });
