import { icon } from './icons.js';

/** What a problem is about: the network, a service, the link itself, or the person's account. */
export const networkIcon = icon('M4 4l16 16M8.5 16a5 5 0 0 1 7 0M4 11.5a11 11 0 0 1 16 0M12 19.5v.01');
export const serviceIcon = icon('M7 18.5a4.5 4.5 0 0 1-.4-9A6 6 0 0 1 18 10.6a4 4 0 0 1-.5 7.9z');
export const linkIcon = icon('m10.5 7.5 2-2a4.2 4.2 0 0 1 6 6l-2 2m-3 3-2 2a4.2 4.2 0 0 1-6-6l2-2');
export const accountIcon = icon('M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0M4.5 20a7.5 7.5 0 0 1 15 0');
