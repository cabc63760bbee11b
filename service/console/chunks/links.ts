// The parts of the page of links.
import { FindSession } from '../pieces/find-session.js';
import { Plot } from '../plots/plot.js';
import { LinksView } from '../views/links.js';

export const elements = {
  'console-find-session': FindSession,
  'console-links': LinksView,
  'console-plot': Plot,
};
