export default {
  testEnvironment: './dom-environment.js',
  testMatch: ['**/*.jest.js'],
  testTimeout: 30_000,
  transform: {},
};
