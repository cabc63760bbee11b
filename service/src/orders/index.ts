// Orders of lab tests: their appointments, which partners and the clock move forward, and their results.
export { acceptBooking, awaitPartner, cancelVisitsOf } from './book.js';
export { unpark } from './parked.js';
export { progressAll, progressDue, progressRegularly, stepAppointment } from './progress.js';
export { orderRoutes } from './routes.js';
export { toOrders, withoutUnreadable } from './rows.js';
