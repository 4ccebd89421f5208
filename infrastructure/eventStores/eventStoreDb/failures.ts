import { ErrorType, MaxAppendSizeExceededError, WrongExpectedVersionError } from '@eventstore/db-client';
import { AppendTooLarge, StreamMoved, type StreamName } from '#application/ports/eventStore.ts';

/** The call is under way, but nothing has come for too long. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const TYPES: ReadonlySet<unknown> = new Set([
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.NOT_LEADER,
]);

/** gRPC's cancelled, deadline exceeded, resource exhausted, aborted, internal (a broken connection), unavailable: not every failure is wrapped. */
const CODES: ReadonlySet<unknown> = new Set([1, 4, 8, 10, 13, 14]);
const TEXTS = /Failed to discover|Server Is Not Ready|Server Is Too Busy|Channel has been shut down/i;

/** The server is away, not ready or without its leader; what became of a call is not known. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoAnswer) return true;
  const { type, code } = error as { type?: unknown; code?: unknown };
  return TYPES.has(type) || (type === undefined && CODES.has(code)) || TEXTS.test(error.message);
};

/** The port's word for what an append met. */
export const appendFailure = (error: unknown, stream: StreamName): unknown => {
  if (error instanceof WrongExpectedVersionError) return new StreamMoved(stream);
  if (error instanceof MaxAppendSizeExceededError)
    return new AppendTooLarge(`the server takes ${error.maxAppendSize} bytes at most in one append`, { cause: error });
  return error;
};
