import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  appears,
  button,
  focused,
  heading,
  part,
  parts,
  providers,
  role,
  session,
  statusNode,
  text,
} from '../harness.js';
import { leave, open } from './scene.js';

describe('select-provider', () => {
  afterEach(leave);

  it('shows every provider as a button with its name', async () => {
    const link = await open({});

    await heading(link, 'Choose a device or app');
    expect(parts(link, 'provider-name').map(text)).to.include.members(['Quartz Scale', 'Aurora Ring']);
    expect(role(link, 'button', /Quartz Scale.*sleep, heart rate, body temperature/)).to.exist;
  });

  it('says that a provider is connected, and that a provider of an unknown kind is not available', async () => {
    const link = await open({});

    const connected = await button(link, /Élan Band/);
    const future = await button(link, /Future Watch/);
    expect(text(connected)).to.contain('Connected');
    expect(text(future)).to.contain('Not available here');
    future.click();
    expect(part(link, 'provider-list')).to.exist;
  });

  it('says which providers fail at the moment, and lets the person choose them', async () => {
    const degraded = [
      { ...providers[0]!, degraded: true },
      { ...providers[1]!, degraded: true, broken: true },
      { ...providers[1]!, slug: 'connected', degraded: true, connected: true },
    ];
    const link = await open({ '/v2/link/start': { body: { session, providers: degraded } } });

    await appears(link, () => parts(link, 'provider-badge').length === 3);
    expect(parts(link, 'provider-badge').map((badge) => text(badge))).to.deep.equal([
      'Having problems right now',
      'Sign in again',
      'Connected',
    ]);
    (await button(link, /^Quartz Scale/)).click();
    await heading(link, 'Connect Quartz Scale');
    const others = 'Other people couldn’t connect Quartz Scale in the last few minutes.';
    expect(text(part(link, 'notice'))).to.contain(others);
    await expect(link).to.be.accessible();
  });

  it('finds providers by name, whatever the case and the accents, and announces how many', async () => {
    const link = await open({});
    const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
    search.focus();

    await sendKeys({ type: 'ELAN' });

    await appears(link, () => parts(link, 'provider').length === 1);
    expect(text(part(link, 'provider-name'))).to.equal('Élan Band');
    await appears(link, () => text(statusNode(link)) === '1 result');
    expect(focused(link)).to.equal(search);
  });

  it('says so when nothing is found', async () => {
    const link = await open({});
    const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
    search.focus();

    await sendKeys({ type: 'zzz' });

    const empty = await appears(link, () => part(link, 'empty'));
    expect(text(empty)).to.contain('Nothing matches “zzz”');
  });

  it('goes from the search to the rows and back with the arrow keys, and chooses with Enter', async () => {
    const link = await open({});
    const search = await appears(link, () => role(link, 'searchbox', 'Search'));
    search.focus();

    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    expect(text(focused(link))).to.contain('Aurora Ring');
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ press: 'Enter' });

    await heading(link, 'Connect Quartz Scale');
  });

  it('leaves the arrow keys to an active input method in the search', async () => {
    const link = await open({});
    const search = await appears(link, () => role(link, 'searchbox', 'Search'));
    search.focus();
    const press = (isComposing: boolean) => {
      const init = { key: 'ArrowDown', isComposing, bubbles: true, composed: true, cancelable: true };
      return search.dispatchEvent(new KeyboardEvent('keydown', init));
    };

    // An event that was not prevented reaches the input method.
    expect(press(true)).to.equal(true);
    expect(focused(link)).to.equal(search);
    expect(press(false)).to.equal(false);
    expect(text(focused(link))).to.contain('Quartz Scale');
  });

  it('keeps the query and the place in the list after a look at a provider', async () => {
    const link = await open({});
    const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
    search.focus();
    await sendKeys({ type: 'quartz' });
    (await button(link, /Quartz Scale/)).click();
    await heading(link, 'Connect Quartz Scale');

    role(link, 'button', 'Back')!.click();

    const again = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
    expect(again.value).to.equal('quartz');
    expect(focused(link)).to.equal(part(link, 'title'));
  });
});
