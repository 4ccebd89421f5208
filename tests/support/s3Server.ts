import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export const BUCKET = 'reliquary-test';
/** The only credentials the server knows. */
export const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export type S3Server = {
  endpoint: string;
  requests: { method: string; url: string; headers: IncomingHttpHeaders }[];
  /** Number of next requests to answer with 503. */
  failNext(requests: number): void;
  close(): Promise<void>;
};

/** An S3-compatible store in a temporary folder. It checks no signatures; inspect `requests`. */
export const startS3 = async (): Promise<S3Server> => {
  const directory = mkdtempSync(join(tmpdir(), 'reliquary-s3-'));
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET, configs: [] }] });
  await store.configureBuckets();
  const serve = store.callback();
  const requests: S3Server['requests'] = [];
  let failing = 0;
  /** Serialize: it interleaves concurrent writes of a key, unlike a bucket. */
  const writes = new Map<string, Promise<void>>();
  const inTurn = (key: string, write: () => Promise<void>): void => {
    const turn = (writes.get(key) ?? Promise.resolve()).then(write);
    writes.set(key, turn);
  };
  const server: Server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    if (failing === 0 && request.method === 'PUT') {
      const [key = ''] = (request.url ?? '').split('?');
      return inTurn(key, () => serve(request, response));
    }
    if (failing === 0) return void serve(request, response);
    failing--;
    request.resume();
    response.writeHead(503, { 'Content-Type': 'application/xml', Connection: 'close' });
    response.end('<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your rate</Message></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    failNext: (count) => {
      failing = count;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
