'use client';
import { createElement, forwardRef, useImperativeHandle, useRef, type HTMLAttributes } from 'react';
import { SvcLink as ElementClass } from '#element';
import type { SvcLink as SvcLinkElement, SvcLinkProperties } from '../element/index.js';
import { events, type Handlers } from './events.js';
import { register } from './register.js';
import { useBrowserEffect } from './use-browser-effect.js';

/** The element's properties, handlers of its events such as `onSuccess`, and the attributes of any HTML element. */
export type SvcLinkProps = SvcLinkProperties &
  Handlers &
  Omit<HTMLAttributes<SvcLinkElement>, keyof SvcLinkProperties | keyof Handlers>;

/** The props, sorted into the element's properties, the handlers, and the attributes that React writes. */
interface Given {
  readonly properties: Map<string, unknown>;
  readonly handlers: Map<string, unknown>;
  readonly attributes: Record<string, unknown>;
}

/** Attributes for which `false` is a value. Any other attribute that is `false` is left out. */
const hasFalse = /^(?:aria-|data-|(?:contentEditable|draggable|spellCheck)$)/;

function sort(props: SvcLinkProps): Given {
  const given: Given = { properties: new Map(), handlers: new Map(), attributes: {} };
  for (const [name, value] of Object.entries(props)) {
    if (name in ElementClass.properties) given.properties.set(name, value);
    // `in` does not narrow a string for the compiler.
    else if (name in events) given.handlers.set(events[name as keyof typeof events], value);
    // React 18 writes a custom element's attributes as they are: `className`, and `hidden="false"`, which hides.
    else
      given.attributes[name === 'className' ? 'class' : name] =
        value === false && !hasFalse.test(name) ? undefined : value;
  }
  return given;
}

/** The element's values from before the component set them. A property that is later left out gets this value back. */
type Defaults = Map<string, unknown>;

/** Sets the properties that changed since the last render. A value that the person changed, such as `open`, stays until then. */
function assign(
  element: SvcLinkElement,
  next: Given['properties'],
  last: Given['properties'],
  defaults: Defaults,
): void {
  for (const name of new Set([...last.keys(), ...next.keys()])) {
    const value = next.get(name);
    if (Object.is(value, last.get(name))) continue;
    if (!defaults.has(name)) defaults.set(name, Reflect.get(element, name));
    Reflect.set(element, name, value === undefined ? defaults.get(name) : value);
  }
}

/**
 * `<svc-link>` as a component of React 18 and later. The `ref` is the element itself, with `show()`, `close()` and
 * `restart()`.
 */
export const SvcLink = forwardRef<SvcLinkElement, SvcLinkProps>(function SvcLink(props, ref) {
  const { properties, handlers, attributes } = sort(props);
  const element = useRef<SvcLinkElement>(null);
  const last = useRef<Given['properties']>(new Map());
  const defaults = useRef<Defaults>(new Map());
  const heard = useRef(handlers);

  useBrowserEffect(() => {
    if (!element.current) return;
    register();
    heard.current = handlers;
    assign(element.current, properties, last.current, defaults.current);
    last.current = properties;
  });

  // The listeners are never removed: removing the element ends the run, and its `svc-exit` comes after that.
  const listen = useRef((event: Event): void => {
    const handler = heard.current.get(event.type);
    if (typeof handler === 'function') handler(event);
  });
  useBrowserEffect(() => {
    for (const name of Object.values(events)) element.current?.addEventListener(name, listen.current);
  }, []);

  useImperativeHandle<SvcLinkElement | null, SvcLinkElement | null>(ref, () => element.current, []);

  return createElement('svc-link', { ...attributes, ref: element });
});
