import { S3ServiceException } from '@aws-sdk/client-s3';
import { FilesRefused, FilesUnavailable } from '#application/ports/files.ts';

/** Error codes for slow requests and rate limits. */
const OF_THE_MOMENT = ['SlowDown', 'RequestTimeout'];
const STATUSES_OF_THE_MOMENT = [408, 429];

/** A client error from S3 means wrong settings, since keys are checked before. Everything else may be temporary. */
export const isRefusal = (error: unknown): error is S3ServiceException => {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode ?? 500;
  return status < 500 && !OF_THE_MOMENT.includes(error.name) && !STATUSES_OF_THE_MOMENT.includes(status);
};

export const failed = (error: unknown): Error => {
  if (error instanceof FilesUnavailable) return error;
  return isRefusal(error)
    ? new FilesRefused(`${error.name}: ${error.message}`, { cause: error })
    : new FilesUnavailable(error instanceof Error ? error.name : 'unknown');
};
