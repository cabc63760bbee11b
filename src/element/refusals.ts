// A chunk of its own: the words of most refusals.
export { enRefusals } from '../messages/index.js';
