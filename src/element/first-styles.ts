import { colourStyles } from './colour.styles.js';
import { languageStyles } from './language.styles.js';
import { pickerStyles } from './picker.styles.js';
import { styles } from './svc-link.styles.js';

/** What the first screen looks like: in the page here, and in what a server sends (`src/server`). */
export const firstStyles = [colourStyles, styles, languageStyles, pickerStyles];
