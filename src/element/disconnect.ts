// The chunk for people who end a connection: the question that comes before, with its words and styles.
export { enDisconnect } from '../messages/index.js';
export { disconnectStyles } from './disconnect.styles.js';
export { disconnect } from './steps/disconnect.js';
