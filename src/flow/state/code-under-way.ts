import type { Challenge } from './state.js';

/** Whether a code is on its way to the service, or a new one to the person. Meanwhile none is sent: only the new code counts. */
export const isCodeUnderWay = ({ busy, resend }: Challenge): boolean => busy || resend === 'sending';
