import {
  type AccessDeniedError,
  ErrorType,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  AppendTooLarge,
  EventStoreRefused,
  HistoryCut,
  StreamMoved,
  type StreamName,
} from '#application/ports/eventStore.ts';

/** A running call has been silent for too long. */
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

/**
 * gRPC codes: cancelled, deadline exceeded, resource exhausted, aborted, internal (broken connection), unavailable.
 * The client does not wrap every failure.
 */
const CODES: ReadonlySet<unknown> = new Set([1, 4, 8, 10, 13, 14]);
const TEXTS = /Failed to discover|Server Is Not Ready|Server Is Too Busy|Channel has been shut down/i;

/** The server is down, not ready or without a leader; the outcome of the call is unknown. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoAnswer) return true;
  const { type, code } = error as { type?: unknown; code?: unknown };
  // The client types unmapped errors as "unknown"; a stopping server ends calls with INTERNAL.
  const unnamed = type === undefined || type === ErrorType.UNKNOWN;
  return TYPES.has(type) || (unnamed && CODES.has(code)) || TEXTS.test(error.message);
};

const CERTIFICATE = /certificate|self.signed|altnames|unable to get (local )?issuer|CERT_/i;

/** Why the server certificate was rejected; undefined for other errors. */
export const certificateFault = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (CERTIFICATE.test(cause.message))
      return /[^.:]*(?:certificate|self.signed|altnames|issuer)[^.:]*/i.exec(cause.message)?.[0].trim();
  return undefined;
};

/** gRPC "unauthenticated"; a known user without rights gets "permission denied". */
export const isUnknownName = (error: AccessDeniedError): boolean => (error as { code?: unknown }).code === 16;

/** Errors about the server rather than an event, by client class or gRPC code. */
const ofServer = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { type, code } = error as { type?: unknown; code?: unknown };
  const isSaid = typeof code === 'number' || Object.values<unknown>(ErrorType).includes(type);
  return isSaid ? new EventStoreRefused(`the event store refuses: ${error.message}`, { cause: error }) : error;
};

/** Maps a read error to the port's errors; without `stream`, of a read of all events. */
export const readFailure = (error: unknown, stream?: StreamName, from = 0): unknown =>
  error instanceof StreamDeletedError && stream !== undefined ? new HistoryCut(stream, from) : ofServer(error);

/** Maps an append error to the port's errors. */
export const appendFailure = (error: unknown, stream: StreamName): unknown => {
  if (error instanceof WrongExpectedVersionError) return new StreamMoved(stream);
  if (error instanceof MaxAppendSizeExceededError)
    return new AppendTooLarge(`the server takes ${error.maxAppendSize} bytes at most in one append`, { cause: error });
  return ofServer(error);
};
