import { isDevelopment } from './development.js';
import type { LinkHost } from './link-host.js';
import type { Warn } from './warn.js';
import { withInspect } from './with-inspect.js';

/** Milliseconds after which a framework has finished with the tag. */
const afterFramework = 2000;

/**
 * On a developer's machine, checks the names of the events that the page listens to on an element. After the first drawing,
 * checks once what a framework did with the element. Called by the element's constructor.
 */
export function glance(link: LinkHost, warn: Warn): void {
  if (!isDevelopment()) return;
  const add = link.addEventListener;
  const watched: typeof add = function (this: LinkHost, type: string, ...rest: unknown[]): void {
    if (type.startsWith('svc-')) withInspect(({ inspectEvent }) => inspectEvent(type, warn));
    Reflect.apply(add, this, [type, ...rest]);
  };
  Object.defineProperty(link, 'addEventListener', { value: watched, configurable: true, writable: true });
  void link.updateComplete.then(() => {
    const before = Object.keys(link);
    setTimeout(
      () => withInspect(({ inspectHydration }) => inspectHydration(link, before, warn)),
      afterFramework,
    );
  });
}
