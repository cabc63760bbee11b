import { expect } from '@open-wc/testing';
import { appears, button, cleanUp, fakeService, heading, next } from '../harness.js';
import { frame, mountOver, pressAt, shownIn, typedPassword } from './overlay-scene.js';

describe('the dialog', () => {
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

  it('asks at the first press on the backdrop if something was typed, and closes at the second', async () => {
    const link = mountOver('dialog', { provider: 'quartz_scale' });
    link.show();
    await typedPassword(link);

    await pressAt(4, 4);
    await button(link, 'Keep going');
    expect(link.open).to.equal(true);
    const closed = next(link, 'svc-close');
    // At another place: at the same one it would be the second click of a double click.
    await pressAt(4, 80);
    await closed;
  });

  it('ignores a press on the backdrop that comes with its opening, as in a double click', async () => {
    restoreClock();
    restoreClock = shownIn('future');
    const link = mountOver('dialog');
    link.show();
    await appears(link, () => frame(link)?.matches(':modal'));

    await pressAt(4, 4);

    expect(link.open).to.equal(true);
  });

  it('does not count the second click of a double click for the element that is now there', async () => {
    restoreClock();
    restoreClock = shownIn('future');
    const link = mountOver('dialog');
    link.show();
    const row = await button(link, /^Quartz Scale/);
    const click = (detail: number) =>
      row.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, composed: true, cancelable: true }));

    click(2);
    expect(link.matches(':state(select-provider)')).to.equal(true);

    click(1);
    await heading(link, 'Connect Quartz Scale');
  });

  it('asks if a phone’s back button is pressed', async () => {
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
