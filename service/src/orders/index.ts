// Orders of lab tests: their appointments, as partners and the clock move them, and their results. HTTP is in routes.
export { book, cancelVisitsOf } from './book.js';
export { createOrder } from './create.js';
export { listOrders } from './list.js';
export { progressDue, progressRegularly, stepAppointment } from './progress.js';
export { findOrder, toOrder } from './rows.js';
export { orderRoutes } from './routes.js';
