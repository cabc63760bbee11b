// What the unit tests take of `@open-wc/testing` in a browser: chai, without what it adds for elements.
export { expect } from 'chai';
