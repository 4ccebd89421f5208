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
  // The client calls what it has no class for "unknown": a server that stops ends its calls with INTERNAL.
  const unnamed = type === undefined || type === ErrorType.UNKNOWN;
  return TYPES.has(type) || (unnamed && CODES.has(code)) || TEXTS.test(error.message);
};

const CERTIFICATE = /certificate|self.signed|altnames|unable to get (local )?issuer|CERT_/i;

/** Why the server's certificate was not believed; undefined where that was not the reason. */
export const certificateFault = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (CERTIFICATE.test(cause.message))
      return /[^.:]*(?:certificate|self.signed|altnames|issuer)[^.:]*/i.exec(cause.message)?.[0].trim();
  return undefined;
};

/** gRPC's "unauthenticated"; a name that is known and may not do this is "permission denied". */
export const isUnknownName = (error: AccessDeniedError): boolean => (error as { code?: unknown }).code === 16;

/** What the server says that is of no event: the client's class for it, or gRPC's number. */
const ofServer = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { type, code } = error as { type?: unknown; code?: unknown };
  const isSaid = typeof code === 'number' || Object.values<unknown>(ErrorType).includes(type);
  return isSaid ? new EventStoreRefused(`the event store refuses: ${error.message}`, { cause: error }) : error;
};

/** The port's word for what a reading met; of all events when no stream is named. */
export const readFailure = (error: unknown, stream?: StreamName, from = 0): unknown =>
  error instanceof StreamDeletedError && stream !== undefined ? new HistoryCut(stream, from) : ofServer(error);

/** The port's word for what an append met. */
export const appendFailure = (error: unknown, stream: StreamName): unknown => {
  if (error instanceof WrongExpectedVersionError) return new StreamMoved(stream);
  if (error instanceof MaxAppendSizeExceededError)
    return new AppendTooLarge(`the server takes ${error.maxAppendSize} bytes at most in one append`, { cause: error });
  return ofServer(error);
};
