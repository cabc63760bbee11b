// Visits at which samples are taken: where, when, by whom, and what
// partners answer. What a visit means for an order is in orders.
export { placeOf } from './addresses.js';
export { answerOf } from './partners.js';
export { openKey, slotsOf } from './slots.js';
export { toAppointments, type AppointmentRow } from './view.js';
