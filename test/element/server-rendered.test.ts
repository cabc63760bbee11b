// A tag with a shadow root that a server rendered before any script ran.
import { expect } from '@open-wc/testing';
import { HostedPageLink } from '../../src/element/hosted-page-link.js';
import { appears, base, cleanUp, fakeService, part } from './harness.js';

customElements.define('old-browsers-link', HostedPageLink);

/** The tag as a browser's parser makes it, registered or not. */
function parsed(tag: string, attributes = '', content = ''): HTMLElement {
  const around = document.createElement('div');
  document.body.append(around);
  around.setHTMLUnsafe(
    `<${tag} ${attributes}><template shadowrootmode="open"><style>:host { color: red }</style>
    <p>Sent by a server</p></template>${content}</${tag}>`,
  );
  // Firefox does not upgrade the elements that it makes in this way.
  customElements.upgrade(around);
  return around.querySelector<HTMLElement>(tag)!;
}

describe('a tag that a server rendered', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => (service = fakeService()));
  afterEach(() => {
    document.querySelector('div')?.remove();
    cleanUp();
    service.restore();
  });

  it('replaces the sent panel with the element’s own', async () => {
    const link = parsed(
      'svc-link',
      `base-url="${base}" link-token="lt_1"`,
    ) as HTMLElementTagNameMap['svc-link'];
    await appears(link, () => part(link, 'provider-list'));

    expect(link.renderRoot.querySelectorAll('[part=panel]').length).to.equal(1);
    expect(link.renderRoot.querySelectorAll('style').length).to.equal(0);
    expect(link.shadowRoot!.textContent).not.to.contain('Sent by a server');
  });

  it('is rendered again in the task in which it becomes the element, so that every frame has a panel', async () => {
    const link = parsed('svc-link', `base-url="${base}" link-token="lt_1"`);
    await Promise.resolve();
    expect(link.shadowRoot!.querySelectorAll('[part=panel]').length).to.equal(1);
    expect(link.shadowRoot!.textContent).not.to.contain('Sent by a server');
  });

  it('shows the tag’s content if the browser is too old', () => {
    const link = parsed('old-browsers-link', '', '<a slot="fallback" href="#">Connect in another way</a>');
    expect(link.querySelector('a')!.getClientRects()).to.have.lengthOf(1);
    expect(link.shadowRoot!.textContent).not.to.contain('Sent by a server');
  });

  it('shows the button to the hosted page if the browser is too old and the tag has no content for it', () => {
    const link = parsed('old-browsers-link');
    expect(link.querySelector('button')!.getClientRects()).to.have.lengthOf(1);
  });
});
