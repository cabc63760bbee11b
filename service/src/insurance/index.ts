// Insurance records of users: making a record of a request, the insurance companies, and the route that stores it.
export { states } from './states.js';
export { insuranceRoutes } from './routes.js';
