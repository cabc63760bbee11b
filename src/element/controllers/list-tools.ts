// The code that only some pickers need, loaded with the first of them: a search, and lists of more than 200 providers, of which
// only the rows in sight are drawn.
import type { LitElement } from 'lit';
import { ProviderSearch } from '../provider-search.js';
import { LongList } from './long-list.js';

export type { Range } from './long-list.js';

export interface ListTools {
  readonly search: ProviderSearch;
  readonly long: LongList;
}

export const createListTools = (host: LitElement): ListTools => ({
  search: new ProviderSearch(),
  long: new LongList(host),
});
