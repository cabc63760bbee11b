// What laboratories offer: a catalogue in files, the same for every team. Orders are in orders.
export type { Analyte, Quantity } from './analytes.js';
export type { CatalogueTest } from './catalogue.js';
export { findLabAccount, findLabTest, offeredTests, orderedTest } from './find.js';
export { analytesOf, loincOf, slugOf, toLabTest } from './markers.js';
export { labTestRoutes } from './routes.js';
