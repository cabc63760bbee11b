// Insurance records of users: what a request makes of itself, who insures, and the route that stores them.
export { states } from './states.js';
export { insuranceRoutes } from './routes.js';
