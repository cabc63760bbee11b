// Registers <svc-link>.
import { register, SvcLink } from './element/index.js';

declare global {
  interface HTMLElementTagNameMap {
    'svc-link': SvcLink;
  }
}

// If the script is on a page twice, it does not throw, but the first copy warns the developer. An element with this
// name is a copy of the class, perhaps of another version. All that this copy does is to leave its version in it.
const first = customElements.get('svc-link') as typeof SvcLink | undefined;
if (!first) void register(SvcLink);
else if (first !== SvcLink) first.second = SvcLink.version;

export { SvcLink };
