import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number; message?: string };
  attributes: { key: string; value: Value }[];
};

/** Collects OpenTelemetry data at /v1/traces. */
export const startTraceCollector = async () => {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.url === '/v1/traces')
      for (const { scopeSpans } of JSON.parse(text).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
