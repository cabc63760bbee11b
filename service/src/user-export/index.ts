// All that is known of a person, as one document. What a table holds of people is decided in its own room.
export { userExportRoutes } from './routes.js';
