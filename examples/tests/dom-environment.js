// jsdom with what Node has and jsdom has not.
import { TestEnvironment } from 'jest-environment-jsdom';

/** Each class of Node that the widget or the fake service needs, by name. */
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
