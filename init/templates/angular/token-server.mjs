// The link token beside `ng serve`, which hands /api on to it (proxy.conf.json). Your own server takes its place.
import { createServer } from 'node:http';
import { answerLinkToken } from './link-token.mjs';

const port = Number(process.env.TOKEN_PORT ?? 4300);

createServer(answerLinkToken).listen(port, 'localhost', () => console.log(`Link tokens at port ${port}`));
