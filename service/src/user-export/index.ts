// Everything that is known about a person, as one document. The folder that owns a table decides what it stores about people.
export { userExportRoutes } from './routes.js';
