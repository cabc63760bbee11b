// Insurance records of users: making a record from a request, the insurance companies, and the route that stores the record.
export { states } from './states.js';
export { insuranceRoutes } from './routes.js';
