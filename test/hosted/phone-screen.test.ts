import { expect } from '@open-wc/testing';
import { askPerson } from '../../src/hosted/phone-screen.js';
import { speak } from '../../src/hosted/speech.js';

const frame = `<main><h1></h1><p class="text"></p><button type="button" hidden></button></main>`;

describe('the question on a phone', () => {
  let place: HTMLElement, pressed: string[];
  const title = document.title;
  const named = (name: string): HTMLButtonElement =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;

  beforeEach(async () => {
    await speak('en', () => {});
    place = document.createElement('div');
    place.innerHTML = frame;
    document.body.append(place);
    pressed = [];
    askPerson({
      ...{ title: ['Are you connecting?'], facts: [['Well Days asks.']], warning: ['Only if it was you.'] },
      number: null,
      yes: { label: 'Yes, continue', press: () => pressed.push('yes') },
      no: { label: 'No, stop', press: () => pressed.push('no') },
    });
  });
  afterEach(() => {
    place.remove();
    delete document.body.dataset['look'];
    document.title = title;
  });

  it('is answered once, by the first press, and then says that it waits', async () => {
    const [yes, no] = [named('Yes, continue'), named('No, stop')];
    const status = place.querySelector('[role=status]')!;
    expect(status.textContent).to.equal('');

    yes.focus();
    yes.click();
    no.click();
    yes.click();

    expect(pressed).to.deep.equal(['yes']);
    expect(status.textContent).to.equal('One moment…');
    expect(document.body.dataset['look']).to.equal('busy');
    for (const button of [yes, no]) expect(button.getAttribute('aria-disabled')).to.equal('true');
    expect(document.activeElement).to.equal(yes);
    await expect(place).to.be.accessible();
  });
});
