// Serves the link token next to `ng serve`, which forwards /api to it (proxy.conf.json). Your own server replaces this one.
import { createServer } from 'node:http';
import { answerLinkToken } from './link-token.mjs';

const port = Number(process.env.TOKEN_PORT ?? 4300);

createServer(answerLinkToken).listen(port, 'localhost', () => console.log(`Link tokens at port ${port}`));
