import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { FilesUnavailable } from '#application/ports/files.ts';
import { failed, isRefusal } from './s3Failures.ts';

/**
 * Passes the source through; fails with FilesUnavailable if the source is silent while the reader wants more. Slow
 * readers are fine.
 */
const untilSilent = (source: Readable, within: number): Readable => {
  let waiting: NodeJS.Timeout | undefined;
  let over: NodeJS.Immediate | undefined;
  const heard = (): void => {
    clearTimeout(waiting);
    clearImmediate(over);
    waiting = undefined;
  };
  const passed = new Readable({
    read: () => {
      waiting ??= setTimeout(() => {
        // First reads what arrived while this process itself was stalled.
        over = setImmediate(() => passed.destroy(new FilesUnavailable('silent')));
      }, within);
      source.resume();
    },
    destroy: (error, done) => {
      heard();
      source.destroy();
      done(error);
    },
  });
  source.pause();
  source.on('data', (chunk) => {
    heard();
    if (!passed.push(chunk)) source.pause();
  });
  source.on('end', () => {
    heard();
    passed.push(null);
  });
  source.on('error', (error) => passed.destroy(new FilesUnavailable(error.name)));
  return passed;
};

/** The SDK gives reset connections the same name, but with a system code; those are worth a retry. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError' && !('code' in error);

/** No retry after silence or a late failure: the user has waited long enough. */
const askAgainEarlyOnly = (client: S3Client, answersWithin: number): void =>
  client.middlewareStack.add(
    (next) => {
      const began = performance.now();
      return async (args) => {
        try {
          return await next(args);
        } catch (error) {
          const late = performance.now() - began > answersWithin;
          if (!isRefusal(error) && (late || isSilence(error))) throw failed(error);
          throw error;
        }
      };
    },
    { step: 'finalizeRequest', priority: 'low', name: 'askAgainEarlyOnly' },
  );

/** `socketTimeout` only covers response headers and would cut off slow readers, so watch the body instead. */
const hearAnswers = (client: S3Client, answersWithin: number): void =>
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const answer: unknown = result.response;
      if (typeof answer === 'object' && answer && 'body' in answer && answer.body instanceof IncomingMessage) {
        answer.body.socket.setTimeout(0);
        answer.body = untilSilent(answer.body, answersWithin);
      }
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'hearAnswers' },
  );

/**
 * Makes calls fail as unavailable after this much silence, ms, retries included; a response in progress may take
 * longer.
 */
export const limitSilence = (client: S3Client, answersWithin: number): void => {
  askAgainEarlyOnly(client, answersWithin);
  hearAnswers(client, answersWithin);
};
