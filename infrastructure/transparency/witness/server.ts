import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Witness, WitnessAnswer } from './witness.ts';

const LONGEST = 128 * 1024;

const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LONGEST) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const answerTo = async (request: IncomingMessage, witness: Witness): Promise<WitnessAnswer> => {
  const { method, url = '' } = request;
  const [, id] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? [];
  if (method === 'GET' && id !== undefined) {
    const latest = witness.latest(id);
    return latest === undefined ? { status: 404, body: 'nothing was signed\n' } : { status: 200, body: latest };
  }
  if (method !== 'POST' || url !== '/add-checkpoint') return { status: 404, body: 'there is nothing here\n' };
  const body = await bodyOf(request);
  return body === undefined ? { status: 413, body: 'this is too long\n' } : witness.add(body);
};

const send = (response: ServerResponse, { status, body, type = 'text/plain; charset=utf-8' }: WitnessAnswer): void => {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
};

/** The C2SP tlog-witness endpoint, plus the last checkpoint of each log. `failed` receives internal errors. */
export const witnessServer = (witness: Witness, failed: (error: unknown) => void): Server =>
  createServer((request, response) => {
    answerTo(request, witness).then(
      (answer) => send(response, answer),
      (error) => {
        failed(error);
        send(response, { status: 500, body: 'this failed\n' });
      },
    );
  });
