// Makes jsdom or happy-dom, from a folder in which it is installed, the globals of this process.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export async function makeDom() {
  const [, , kind, folder] = process.argv;
  const installed = createRequire(path.join(folder, 'package.json'));
  const { JSDOM, Window } = await import(pathToFileURL(installed.resolve(kind)).href);
  const url = 'http://localhost/';
  const window =
    kind === 'jsdom' ? new JSDOM('', { url, pretendToBeVisual: true }).window : new Window({ url });

  // Node has these too, but a window works only with its own: it does not accept another signal, for example.
  const names = [
    'document',
    'Event',
    'CustomEvent',
    'EventTarget',
    'AbortController',
    'AbortSignal',
    'location',
    'navigator',
    'FormData',
  ];
  for (const name of Object.getOwnPropertyNames(window))
    if (!(name in globalThis) || names.includes(name))
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  for (const name of ['addEventListener', 'removeEventListener'])
    globalThis[name] = window[name].bind(window);
}
