import type { Connect } from 'vite';

export const answerLinkToken: Connect.SimpleHandleFunction;
