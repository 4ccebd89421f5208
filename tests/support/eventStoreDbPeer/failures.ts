import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

const failure = (code: status, details: string, trailers: Record<string, string> = {}): ServiceError => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
};

/** Error messages and trailers as the server sends them. */
export const failures = {
  deleted: (stream: string) =>
    failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
      exception: 'stream-deleted',
      'stream-name': stream,
    }),
  notReady: () => failure(status.UNAVAILABLE, 'Server Is Not Ready'),
  timedOut: () => failure(status.ABORTED, 'Operation timed out: Commit phase timeout.'),
  tooLarge: (limit: number) =>
    failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': String(limit),
    }),
  notAllowed: () => failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' }),
  unknownName: () => failure(status.UNAUTHENTICATED, 'Unauthenticated'),
  /** How a stopping server ends running calls. */
  stopped: () => failure(status.INTERNAL, 'Received RST_STREAM with code 0'),
  noPosition: () => failure(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.'),
  notServed: (call: string) => failure(status.UNIMPLEMENTED, `this server has no ${call}`),
};

export const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && 'code' in error;
