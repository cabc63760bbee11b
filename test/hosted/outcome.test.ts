import { expect } from '@open-wc/testing';
import { endScreen } from '../../src/hosted/end-screen.js';
import { screenOf } from '../../src/hosted/outcome.js';
import { screenText, speak } from '../../src/hosted/speech.js';
import { textOf } from '../../src/messages/index.js';

describe('the words for the outcome', () => {
  it('are those of success, of a cancel and of everything else', async () => {
    await speak('en', () => {});
    const titleOf = (state: string, errorType: string | null, provider: string | null) => {
      const screen = screenOf({ state, errorType }, provider);
      return textOf(screenText(screen.name, 'title', screen.provider) ?? [], 'en');
    };
    expect(titleOf('success', null, 'Aurora Ring')).to.equal('Aurora Ring is connected');
    expect(titleOf('success', null, null)).to.equal('Your account is connected');
    expect(screenOf({ state: 'success', errorType: null }, 'Aurora Ring', true).name).to.equal('going-back');
    expect(titleOf('error', 'user_cancelled', 'Aurora Ring')).to.equal(
      'You didn’t finish connecting Aurora Ring',
    );
    expect(titleOf('error', 'brand_new_error', null)).to.equal('We couldn’t connect your account');
    expect(titleOf('pending_confirmation', null, null)).to.equal('We couldn’t connect your account');
  });

  it('are those of a whole run as it ended', () => {
    const ended = { state: 'error', errorType: 'user_cancelled', waits: false, name: 'Aurora Ring' };
    expect(endScreen({ ...ended, left: null }).name).to.equal('cancelled');
    expect(endScreen({ ...ended, left: 'left' }).name).to.equal('left');
    const screen = endScreen({ ...ended, left: 'disconnected' });
    expect(textOf(screenText(screen.name, 'title', screen.provider) ?? [], 'en')).to.equal(
      'Aurora Ring is disconnected',
    );
  });
});
