import { kindOf, modes as names, type Mode } from '../../src/element/attributes.js';

/** Every mode of the element. The element has them as texts, because a page may set any text. */
export const modes = names as readonly Mode[];
/** The modes over the page. */
export const overlays = modes.filter((mode) => kindOf(mode) === 'overlay');
/** The modes of the hosted page. */
export const remotes = modes.filter((mode) => kindOf(mode) === 'remote');
