// Requests to real providers: bounded, within their limits, with a meaning for every answer. Whose token is sent is decided
// elsewhere.
export { apiUrl } from './api-url.js';
export { createApi, type Caller, type Gate, type ProviderResponse, readResponse } from './api.js';
export { type BudgetFigures, readBudgetFigures } from './budget-figures.js';
export { type Purpose, pruneBudgets } from './budget-rows.js';
export { type Budgets, createBudgets } from './budgets.js';
export {
  boundedFetch,
  dataBounds,
  type Incoming,
  type Network,
  NoAnswer,
  tokenBounds,
} from './bounded-fetch.js';
export { retryAtOf } from './classify.js';
export { parseJson } from './parse-json.js';
export { againAt, later, laterIn, ProviderFailure } from './provider-failure.js';
