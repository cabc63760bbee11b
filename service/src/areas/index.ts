// Places in the United States, and what is near them. It uses no database.
export { areaInfo } from './area-info.js';
export { centersOf } from './centers.js';
export { milesBetween, positionsWithin } from './distance.js';
export { findZipCode, zipCodes, type ZipCode } from './zip-codes.js';
export { areaInfoRoutes } from './routes.js';
