// A server that answers every request as a test says, and keeps the requests.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface AnswerServer {
  readonly url: string;
  /** The requests since this list was emptied. */
  readonly asked: Asked[];
  answer: RequestListener;
  close(): void;
}

export async function startAnswerServer(): Promise<AnswerServer> {
  const listener = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      server.asked.push({ method, url, headers, body });
      server.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const { port } = listener.address() as AddressInfo;
  const server: AnswerServer = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    answer: says('{}'),
    close() {
      listener.closeAllConnections();
      listener.close();
    },
  };
  return server;
}

/** An answer with this exact body. */
export const says =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** An answer in JSON. */
export const json = (body: unknown, status = 200): RequestListener =>
  says(JSON.stringify(body), status, { 'content-type': 'application/json' });
