import { screenOf } from './outcome.js';
import type { PageFacts } from './page-record.js';
import type { Screen } from './texts.js';

/** The words for how a whole run ended. */
export function endScreen(ended: NonNullable<PageFacts['ended']>): Screen {
  const { left, name } = ended;
  return left
    ? { look: left === 'left' ? 'idle' : 'done', name: left, provider: name }
    : screenOf(ended, name);
}
