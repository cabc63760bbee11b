// The chunk of those who end a connection: the question before it, with its words and styles.
export { enDisconnect } from '../messages/index.js';
export { disconnectStyles } from './disconnect.styles.js';
export { disconnect } from './steps/disconnect.js';
