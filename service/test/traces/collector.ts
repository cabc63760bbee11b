// A minimal OpenTelemetry collector: it accepts everything that is posted to it, and parses spans in JSON.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 2 is an error. */
  readonly status: { readonly code?: number };
}

interface Written extends Omit<Span, 'attributes' | 'links'> {
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
  readonly links?: Span['links'];
}
interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Written[] }[];
  }[];
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly Span[];
  /** Everything that was sent, also if it is not JSON, with the headers. */
  readonly bytes: () => string;
  readonly types: ReadonlySet<string>;
  /** Answers the following requests; by default with 200. */
  answer: (response: ServerResponse) => void;
  /** Resolves with the result of `find` as soon as it finds something. Rejects after 20 seconds. */
  until<T>(find: () => T | undefined): Promise<T>;
  close(): Promise<void>;
}

const read = ({ attributes, links = [], ...span }: Written): Span => ({
  ...span,
  links,
  attributes: Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  ),
});

export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const types = new Set<string>();
  let bytes = '';
  const looks = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      assert.equal(request.url, '/v1/traces');
      const body = Buffer.concat(chunks);
      bytes += `${JSON.stringify(request.headers)}\n${body.toString('latin1')}\n`;
      const type = request.headers['content-type'] ?? '';
      types.add(type);
      if (type === 'application/json') {
        // The format of the protocol.
        const { resourceSpans } = JSON.parse(body.toString()) as Export;
        for (const { scopeSpans } of resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans.map(read));
      }
      collector.answer(response);
      for (const look of looks) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    // The address of a TCP server has this type.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    types,
    bytes: () => bytes,
    answer: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    until: (find) =>
      new Promise((resolve, reject) => {
        const names = () =>
          spans.map(({ name, spanId, parentSpanId }) => `${name} ${spanId} of ${parentSpanId}`);
        const late = setTimeout(
          () => reject(new Error(`never came; there are\n${names().join('\n')}`)),
          20_000,
        );
        const look = (): void => {
          const found = find();
          if (found === undefined) return;
          clearTimeout(late);
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}
