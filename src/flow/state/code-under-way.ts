import type { Challenge } from './state.js';

/** Whether a code is on its way to the service, or a new one to the person, which is the one that counts: none is sent until then. */
export const isCodeUnderWay = ({ busy, resend }: Challenge): boolean => busy || resend === 'sending';
