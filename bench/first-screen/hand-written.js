// The least code that could show the same first screen: no library,
// no checks, and one request, or two if the page has no token yet.
customElements.define(
  'hand-written',
  class extends HTMLElement {
    async connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      const asks = this.getAttribute('token-url');
      const token = asks
        ? (await (await fetch(asks, { method: 'POST' })).json()).link_token
        : this.getAttribute('link-token');
      const response = await fetch(`${this.getAttribute('base-url')}/v2/link/start`, {
        method: 'POST',
        body: JSON.stringify({ link_token: token, origin: location.origin }),
      });
      const { providers } = await response.json();
      const list = document.createElement('ul');
      for (const { name, logo } of providers) {
        const button = document.createElement('button');
        const image = document.createElement('img');
        Object.assign(image, { src: logo, width: 40, height: 40, alt: '', loading: 'lazy' });
        button.append(image, name);
        const item = document.createElement('li');
        item.append(button);
        list.append(item);
      }
      root.append(list);
      this.dispatchEvent(new CustomEvent('svc-ready'));
    }
  },
);
