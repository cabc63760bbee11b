// `/docs`: the OpenAPI document for people. It knows nothing of the service but that document.
export { referenceRoutes } from './routes.js';
