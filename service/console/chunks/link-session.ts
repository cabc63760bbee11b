// The parts of the page of a link session.
import { FindSession } from '../pieces/find-session.js';
import { LinkSessionView } from '../views/link-session.js';

export const elements = { 'console-find-session': FindSession, 'console-link-session': LinkSessionView };
