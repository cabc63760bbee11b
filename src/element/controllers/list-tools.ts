// What only some pickers need, loaded with the first of these: a search, and the part in sight of more than 200 providers.
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
