// Insurance records of users: what a request makes of itself, and who insures. No requests and no database.
export { toInsurance } from './record.js';
export { isFederal } from './state-plan.js';
export { states } from './states.js';
export { insuranceRoutes } from './routes.js';
