import { expect } from '@open-wc/testing';
import { namesApart } from '../../src/hosted/names-apart.js';

const page = document.createElement('p');
afterEach(() => page.remove());

describe('a text of the page', () => {
  it('breaks an email address before its @, and stays the same text', () => {
    page.style.cssText = 'inline-size: 12em; font: 16px monospace; overflow-wrap: anywhere';
    page.append(...namesApart(['For ', { value: 'mika.lindqvist@example.com' }, '?']));
    document.body.append(page);

    expect(page.textContent).to.equal('For mika.lindqvist@example.com?');
    const domain = document.createRange();
    domain.selectNodeContents(page.querySelector('bdi')!.lastChild!);
    const lines = [...domain.getClientRects()];
    expect(lines).to.have.length(1);
    expect(lines[0]!.left).to.equal(page.getBoundingClientRect().left);
  });
});
