// jsdom with the classes of Node that jsdom lacks.
import { TestEnvironment } from 'jest-environment-jsdom';

/** The names of Node's classes that the widget or the fake service needs. */
const ofNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'TextEncoder',
  'TextDecoder',
  'crypto',
];

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of ofNode)
      Object.defineProperty(this.global, name, {
        value: globalThis[name],
        writable: true,
        configurable: true,
      });
  }
}
