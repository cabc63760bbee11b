// For the tests of the page that embeds the widget: drives it as a person would, and answers in the service's place. Nothing of
// the widget is imported: what a page loads is what is tested.
export { drive, type DriveOptions, type Driver, type FieldValues } from './drive.js';
export {
  createFakeService,
  type FakeService,
  type FakeServiceOptions,
  type RouteLike,
} from './fake-service.js';
export type { FakeToken } from './fake-token.js';
export { actions, type Action } from './selectors.js';
