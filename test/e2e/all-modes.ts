import { kindOf, modes as names, type Mode } from '../../src/element/attributes.js';

/** Every mode of the element: it knows them as texts, which a page may have set otherwise. */
export const modes = names as readonly Mode[];
/** Those over the page. */
export const overlays = modes.filter((mode) => kindOf(mode) === 'overlay');
/** Those by the hosted page. */
export const remotes = modes.filter((mode) => kindOf(mode) === 'remote');
