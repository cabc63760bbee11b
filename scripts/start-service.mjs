// Starts the service next to the demo, for `npm start`. PORT is the demo's, so the service's port is SERVICE_PORT. All other
// settings of the service (docs/operating.md) work here too.
import { createServer } from 'node:net';

const port = Number(process.env.SERVICE_PORT ?? 8787);
process.env.PORT = String(port);
const trial = createServer()
  .once('error', () => {
    console.error(`Port ${port} is taken. Choose another one: SERVICE_PORT=${port + 1} npm start`);
    process.exit(1);
  })
  .listen(port, '127.0.0.1', () => trial.close(() => import('../service/dist/main.js')));
