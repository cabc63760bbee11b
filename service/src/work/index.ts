// Time and scheduling: the clock, and work that is done regularly, in batches or one after another. It knows no domain.
export { batched, batchedBy } from './batched.js';
export { addDays, dayOf, daysBetween, lastWholeDay } from './calendar.js';
export {
  after,
  type Clock,
  loadSandboxClock,
  realClock,
  realTimeOf,
  type SandboxClock,
  serviceTime,
} from './clock.js';
export { delayed } from './delayed.js';
export { keptByKey } from './kept-by-key.js';
export { keyedTurns } from './keyed-turns.js';
export { once } from './once.js';
export { regularly } from './regularly.js';
export { turns } from './turns.js';
export { waitUntil } from './wait-until.js';
export { whileMore } from './while-more.js';
