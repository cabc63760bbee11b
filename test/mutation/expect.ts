// The parts of `@open-wc/testing` that the unit tests use in a browser: chai, without its additions for elements.
export { expect } from 'chai';
