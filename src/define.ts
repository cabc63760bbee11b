// Registers <svc-link>.
import { register, SvcLink } from './element/index.js';

declare global {
  interface HTMLElementTagNameMap {
    'svc-link': SvcLink;
  }
}

// Two copies of the script on one page are one too many, but no reason to throw: the first one tells the developer.
// Whoever has this name is a copy of the class, be it of another version: a note is left in it, and nothing else done.
const first = customElements.get('svc-link') as typeof SvcLink | undefined;
if (!first) void register(SvcLink);
else if (first !== SvcLink) first.second = SvcLink.version;

export { SvcLink };
