// Requests that are repeated with the same Idempotency-Key: the result of the first one is
// kept. The contract says which endpoints take a key, and auth decides who may call them.
export { forgetAnswers, forgetAnswersOf, pruneAnswers } from './forget.js';
export { type About, type AskedOnce, type Made, makeOnce } from './make-once.js';
export { idempotencyKeyOf } from './idempotency-key.js';
