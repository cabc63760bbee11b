// For the tests of the page that embeds the widget: drives it as a person would, and answers instead of the service. It does
// not import the widget, so that a test runs the widget that the page loads.
export { drive, type DriveOptions, type Driver, type FieldValues } from './drive.js';
export {
  createFakeService,
  type FakeService,
  type FakeServiceOptions,
  type RouteLike,
} from './fake-service.js';
export type { FakeToken } from './fake-token.js';
export { actions, type Action } from './selectors.js';
