// The chunk behind the first screen: every later step with its words, its styles and its window. Nothing here
// is needed before the picker stands.
export { createPerformers, transition } from '../flow/index.js';
export { enSteps } from '../messages/index.js';
export { StepsPanel } from './controllers/steps-panel.js';
export { readNote, writeNote } from './resume-note.js';
export { stepsStyles } from './steps.styles.js';
