import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SvcLink } from '../../../src/index.js';
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
} from '../harness.js';
import { mountOver, triggerOf, pressAt, shownIn, typedPassword } from './overlay-scene.js';

describe('the popover', () => {
  let service: ReturnType<typeof fakeService>, restoreClock: () => void;
  beforeEach(() => {
    service = fakeService();
    restoreClock = shownIn('past');
  });
  afterEach(() => {
    restoreClock();
    cleanUp();
    service.restore();
  });
  const boxOf = (element: Element | null): DOMRect => element!.getBoundingClientRect();
  const still = (link: SvcLink): void => {
    for (const animation of link.shadowRoot!.getAnimations()) animation.cancel();
  };
  /** Resolves once the panel is beside its trigger, below or above it. */
  const placed = async (link: SvcLink, side: 'below' | 'above') => {
    await heading(link, 'Choose a device or app');
    still(link);
    return appears(link, () => {
      const [trigger, panel] = [boxOf(triggerOf(link)), boxOf(part(link, 'panel'))];
      const gap = side === 'below' ? panel.top - trigger.bottom : trigger.top - panel.bottom;
      return Math.abs(gap - 8) < 0.6 && { trigger, panel };
    });
  };

  it('is below its trigger, aligned with its start', async () => {
    const link = mountOver('popover');
    link.show();

    const { trigger, panel } = await placed(link, 'below');

    expect(Math.abs(panel.left - trigger.left)).to.be.below(1.5);
    expect(panel.bottom).to.be.at.most(window.innerHeight - 7);
  });

  it('opens upwards and inwards if there is no room, and follows its trigger', async () => {
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

  it('keeps Tab inside if it covers the page as a sheet, and otherwise lets Tab continue in the page', async () => {
    const link = mountOver('popover');
    const after = document.createElement('button');
    link.after(after);
    link.show();
    const first = await button(link, 'Close');
    await heading(link, 'Choose a device or app');
    const last = [...link.renderRoot.querySelectorAll<HTMLElement>('.over button')].at(-1)!;
    // Not every engine of these tests can have a window that is so narrow.
    const { matchMedia } = window;
    window.matchMedia = (query) => matchMedia.call(window, query === '(max-width: 29.99rem)' ? 'all' : query);

    last.focus();
    await sendKeys({ press: 'Tab' });
    expect(focused(link)).to.equal(first);
    last.focus();

    window.matchMedia = matchMedia;
    await sendKeys({ press: 'Tab' });
    expect(document.activeElement).to.equal(after);
  });

  it('stays if something would be lost and the page beside it is pressed', async () => {
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

  it('keeps a half-typed user name if it becomes a dialog', async () => {
    const link = mountOver('popover', { provider: 'quartz_scale' });
    await link.updateComplete;
    triggerOf(link).click();
    (await appears(link, () => labelled(link, 'Email'))).focus();
    await sendKeys({ type: 'me@example.com' });

    link.mode = 'dialog';
    await link.updateComplete;

    const field = await appears(link, () => labelled(link, 'Email'));
    expect((field as HTMLInputElement).value).to.equal('me@example.com');
  });

  it('causes no error in the page when its panel grows and shrinks', async () => {
    const errors: string[] = [];
    const heard = (event: ErrorEvent): void => {
      errors.push(event.message);
      event.stopImmediatePropagation();
    };
    addEventListener('error', heard, true);
    const link = mountOver('popover');
    link.style.cssText = 'position: fixed; inset-block-start: 55vh';
    link.show();
    await heading(link, 'Choose a device or app');
    for (const height of ['12rem', '60rem', '20rem', '36rem']) {
      link.style.setProperty('--svc-link-height', height);
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    }
    removeEventListener('error', heard, true);
    expect(errors).to.deep.equal([]);
  });
});
