// Drives the widget in the tests of the page that embeds it, as a person would. Nothing of the widget is imported:
// what a page loads is what is tested.
export { drive, type DriveOptions, type Driver, type FieldValues } from './drive.js';
export { actions, type Action } from './selectors.js';
