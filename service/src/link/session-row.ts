import type { Selectable } from 'kysely';
import type { Tables } from '../db/index.js';

/** A link session with its token. */
export type LinkSessionRow = Selectable<Tables['link_session']>;
