// `/docs`: the OpenAPI document as pages for people. It knows nothing else about the service.
export { referenceRoutes } from './routes.js';
