import { absolute } from './configuration.js';
import { isNearMiss } from './near-miss.js';
import type { LinkHost, LinkHostClass } from './link-host.js';
import type { Warn } from './warn.js';

const slots = ['trigger', 'header', 'footer', 'empty', 'done', 'status', 'fallback'];

/** Warns of mistakes around the element: in its attributes and children, in the page's address, or a second script. */
export function inspectPage(link: LinkHost, warn: Warn, page: string = location.href): void {
  inspectAttributes(link, warn);
  inspectChildren(link, warn);
  inspectAddresses(link, warn, page);
  const { second } = classOf(link);
  if (second) warn('loaded-twice', second);
}

/** Browsers trust these hosts over http as well. */
const loopback = /^http:\/\/(?:localhost|[^/:]+\.localhost|127\.[\d.]+|\[::1\])(?=[:/])/;

/** TypeScript gives `constructor` the type of any function, whatever the class is. */
export const classOf = (link: LinkHost) => link.constructor as unknown as LinkHostClass;

const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();

/** Warns of an unknown name only if it is nearly one of the element's own, because frameworks set attributes of their own. */
function inspectAttributes(link: LinkHost, warn: Warn): void {
  const { observedAttributes, properties } = classOf(link);
  const meant = new Map(observedAttributes.map((name) => [plain(name), name]));
  const byScript = Object.keys(properties).filter((name) => !meant.has(plain(name)));
  for (const { name } of link.attributes) {
    if (observedAttributes.includes(name)) continue;
    const property = byScript.find((property) => plain(property) === plain(name));
    if (property) warn('attribute-property', property);
    const near = [...meant].find(([word]) => isNearMiss(plain(name), word));
    const attribute = meant.get(plain(name)) ?? near?.[1];
    if (attribute) warn('attribute-misspelt', `${name} for ${attribute}`);
  }
  const token = link.getAttribute('link-token');
  if (token !== null && link.linkToken && link.linkToken !== token) warn('token-twice');
}

function inspectChildren(link: LinkHost, warn: Warn): void {
  for (const child of link.children)
    if (!slots.includes(child.slot))
      warn('child-unslotted', `<${child.localName}${child.slot && ` slot="${child.slot}"`}>`);
  const trigger = link.querySelector<HTMLElement>(':scope > [slot=trigger]');
  if (!link.mode || link.mode === 'inline') {
    if (trigger) warn('trigger-inline');
    if (link.open) warn('open-inline');
    // A hidden trigger opens nothing: a script opens the widget.
  } else if (trigger && !trigger.hidden) inspectTrigger(trigger, warn);
}

function inspectTrigger(trigger: HTMLElement, warn: Warn): void {
  const button = 'button, a[href], input, summary, [role=button][tabindex]';
  const found = trigger.matches(button) ? trigger : trigger.querySelector<HTMLElement>(button);
  // The button of a custom element is in its shadow root, which cannot be looked into.
  if (!found && !trigger.localName.includes('-')) return warn('trigger-no-button', `<${trigger.localName}>`);
  const named = '[aria-label], [aria-labelledby], [title], img[alt]:not([alt=""]), input[value]';
  if (found && !found.textContent.trim() && !found.matches(named) && !found.querySelector(named))
    warn('trigger-nameless');
}

function inspectAddresses(link: LinkHost, warn: Warn, page: string): void {
  const { baseUrl, linkToken } = link;
  const service = absolute(baseUrl);
  if (service && page.startsWith('https:') && service.startsWith('http:') && !loopback.test(service))
    warn('base-url-insecure', new URL(service).origin);
  // Never the token itself: the console may be recorded.
  if (linkToken && linkToken.length > 8 && page.includes(encodeURIComponent(linkToken)))
    warn('token-in-address');
}
