// Requests that come again with the same Idempotency-Key: what the first of them has made is kept. Which endpoints take a key
// is in the contract, and who may ask in auth.
export { forgetAnswers, forgetAnswersOf, pruneAnswers } from './forget.js';
export { type About, type AskedOnce, type Made, makeOnce } from './make-once.js';
export { idempotencyKeyOf } from './idempotency-key.js';
