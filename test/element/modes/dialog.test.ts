import { expect } from '@open-wc/testing';
import { button, cleanUp, fakeService, heading, next } from '../harness.js';
import { frame, mountOver, pressAt, typedPassword } from './overlay-scene.js';

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
