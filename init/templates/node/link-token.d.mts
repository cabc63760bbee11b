import type { IncomingMessage, ServerResponse } from 'node:http';

export const answerLinkToken: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
