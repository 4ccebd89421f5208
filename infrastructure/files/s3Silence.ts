import { IncomingMessage } from 'node:http';
import type { S3Client } from '@aws-sdk/client-s3';
import { failed, isRefusal } from './s3Failures.ts';
import { untilSilent } from './untilSilent.ts';

/** The SDK names connections that were reset alike, which are worth another try: those have a code of the system's. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError' && !('code' in error);

/** Whoever waits has waited long enough: a store that was silent is not asked again for them, nor one that failed so late. */
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

/** `socketTimeout` ends with the head of an answer: it would cut off who lets the rest wait. */
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

/** Calls of this client fail as a store out of reach does once it is silent for so long, ms, retries counted in; one that goes on may take its time. */
export const limitSilence = (client: S3Client, answersWithin: number): void => {
  askAgainEarlyOnly(client, answersWithin);
  hearAnswers(client, answersWithin);
};
